// Prints the path of a Node that is new enough: of the one that runs this file, or of one that is installed beside the
// project. Everything else goes to standard error. This file uses only syntax that an old Node can parse, so that the
// user of an old Node reads the sentence below and not a syntax error.
const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major >= 24) {
  console.log(process.execPath);
} else if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error("Switchyard needs Node " + oldest.join(".") + " or newer; this is Node " + process.versions.node + ".");
  process.exitCode = 1;
} else {
  import("./install.mjs")
    .then(({ installNode }) => installNode())
    .then((program) => {
      if (program === null) process.exitCode = 1;
      else console.log(program);
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}
