// Holds a runner's folder and starts a program that outlives it. A test kills this process.
import { spawn } from "node:child_process";
import { lockFolder } from "../../packages/runner/src/state/folderLock";

const [, , folder = "."] = process.argv;
await lockFolder(folder);
const { pid } = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
console.log(pid);
setInterval(() => {}, 1000);
