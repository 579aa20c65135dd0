// The first step of every npm command: `node scripts/bootstrap.mjs <entry.ts> [arguments]`. It refuses a Node that is
// too old, installs the packages if they are missing, then runs the entry in this process. This file must not need an
// installed package. It uses only syntax that an old Node can parse, so that the user of an old Node reads the sentence
// below and not a syntax error.
const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error("Switchyard needs Node " + oldest.join(".") + " or newer; this is Node " + process.versions.node + ".");
  process.exitCode = 1;
} else {
  const [entry, ...args] = process.argv.slice(2);
  import("./install.mjs")
    .then(({ installIfNeeded }) => installIfNeeded())
    .then((ready) => {
      if (!ready) process.exitCode = 1;
      else return import("./run.mjs").then(({ run }) => run(entry, args));
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}
