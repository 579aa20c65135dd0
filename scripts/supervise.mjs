// `node scripts/supervise.mjs <arguments of node>`: runs that command and starts it again when it breaks. It broke if a
// signal ended it that nobody sent to this process, or if its exit code is neither 0 nor 1. Exit code 0 means that it
// was asked to end; 1 means that it printed a reason which another start would not remove. This file uses only syntax
// that an old Node can parse, so that the user of an old Node reads the sentence of `bootstrap.mjs`.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const firstPauseMs = 500;
const maxPauseMs = 30000;
/**
 * A process that broke after this many milliseconds had started well, so the next one starts after the shortest pause
 * again.
 */
const settledMs = 60000;

/** engine/README.md says why. V8 reads the second one only at the start of a process. */
const memoryFlags = ["--max-semi-space-size=32", "--no-memory-reducer"];
const args = memoryFlags.concat(process.argv.slice(2));
// The C library gives memory back that a burst needed, instead of keeping it in an arena for each thread.
const env = Object.assign({ MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" }, process.env);
let child = null;
let pauseMs = firstPauseMs;
let pausing = null;
let isAskedToEnd = false;

function start() {
  const startedAt = Date.now();
  pausing = null;
  // When this process ends in any way, the channel closes and the child notices.
  child = spawn(process.execPath, args, { env: env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
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
  pauseMs = Math.min(2 * pauseMs, maxPauseMs);
}

for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => {
    isAskedToEnd = true;
    clearTimeout(pausing);
    if (child !== null) child.kill(name);
  });
}

start();
