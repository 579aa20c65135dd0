// The first step of every npm command: `node scripts/bootstrap.mjs <entry.ts> [arguments]`. Refuses a Node that is too
// old, installs what is missing, then runs the entry in this process. Nothing here may need an installed package, and
// this file uses only syntax that an old Node can parse, so that the sentence below is what its owner reads.
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
