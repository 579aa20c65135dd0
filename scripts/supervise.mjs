// `node scripts/supervise.mjs <arguments of node>`: runs that command and starts it again when it breaks: killed by a
// signal that nobody sent to this process, or ended with a code of its own for that. Codes 0 and 1 mean that it was
// asked to end, or that it said what is in its way; starting again would not help. Only syntax that an old Node can
// parse, so that the sentence of `bootstrap.mjs` is what its owner reads.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const firstPauseMs = 500;
const longestPauseMs = 30000;
/** What has run for so long did not break because of how it was started. */
const settledMs = 60000;

const args = process.argv.slice(2);
let child = null;
let pauseMs = firstPauseMs;
let pausing = null;
let isAskedToEnd = false;

function start() {
  const startedAt = Date.now();
  pausing = null;
  // By the channel the child notices when this process is gone, however it went.
  child = spawn(process.execPath, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  child.on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    child = null;
    ended(code, signal, Date.now() - startedAt);
  });
}

function ended(code, signal, ranMs) {
  const isBroken = signal !== null || (code !== 0 && code !== 1);
  if (isAskedToEnd || !isBroken) {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
    return;
  }
  if (ranMs >= settledMs) pauseMs = firstPauseMs;
  const how = signal === null ? "with code " + code : "by " + signal;
  console.error("Switchyard ended unexpectedly (" + how + ") and starts again in " + pauseMs / 1000 + " s.");
  pausing = setTimeout(start, pauseMs);
  pauseMs = Math.min(2 * pauseMs, longestPauseMs);
}

for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => {
    isAskedToEnd = true;
    clearTimeout(pausing);
    if (child !== null) child.kill(name);
  });
}

start();
