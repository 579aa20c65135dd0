// What every npm command runs after `scripts/node.sh`: `bootstrap.mjs <entry.ts> [arguments]`. It installs the packages
// if they are missing, then runs the entry in this process. This file must not need an installed package. It uses only
// syntax that an old Node can parse, so that the user of an old Node reads the sentence below and not a syntax error.
const oldest = 24;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error("This is Node " + process.versions.node + ", and Switchyard runs on Node " + oldest + " or newer.");
  console.error("`npm start` and the other npm commands fetch one. Other files run by `sh scripts/node.sh <file>`.");
  process.exitCode = 1;
} else {
  const [entry, ...args] = process.argv.slice(2);
  import("./install.mjs")
    .then(({ installPackages }) => installPackages())
    .then((ready) => {
      if (!ready) process.exitCode = 1;
      else return import("./run.mjs").then(({ run }) => run(entry, args));
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}
