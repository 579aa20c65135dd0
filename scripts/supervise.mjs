// `node scripts/supervise.mjs <arguments of node>`: runs that command and starts it again when it breaks. It broke if a
// signal ended it that nobody sent to this process, or if its exit code is neither 0 nor 1. Exit code 0 means that it
// was asked to end; 1 means that it printed a reason which another start would not remove. A process that stands still
// is killed, which counts as broken, too. This file uses only syntax that an old Node can parse, so that the user of an
// old Node reads the sentence of `bootstrap.mjs`.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";

const firstPauseMs = 500;
const maxPauseMs = 30000;
/**
 * A process that broke after this many milliseconds had started well, so the next one starts after the shortest pause
 * again.
 */
const settledMs = 60000;

const lookEveryMs = 1000;
/**
 * How many looks may pass without another sign of life, after each kind of them (engine/loop/heartbeat.ts). A process
 * that has given none yet is starting and is not watched, and one with a debugger may stand still for ever.
 */
const patience = new Map([
  ["turned", 30],
  ["long work", 600],
]);

/**
 * engine/README.md says why Node gets these flags. V8 reads the second one only at the start of a process. With these
 * variables the C library gives memory back that a burst needed, instead of keeping it in an arena for each thread.
 */
const memory = JSON.parse(readFileSync(new URL("./processMemory.json", import.meta.url), "utf8"));
const args = memory.nodeFlags.concat(process.argv.slice(2));
const env = Object.assign(memory.environment, process.env, {
  // The address that a start prints signs in for as long as this process runs, and not only until the next restart.
  SUPERVISED_SIGN_IN_CODE: randomBytes(16).toString("hex"),
});
let child = null;
let pauseMs = firstPauseMs;
let pausing = null;
let isAskedToEnd = false;
/** The last sign of life of the child. Null until there is one. */
let sign = null;
let silentLooks = 0;
/** For how many seconds the child stood still before it was killed for that. */
let stoodStillS = null;
let lookedAt = performance.now();

function start() {
  const startedAt = Date.now();
  pausing = null;
  sign = null;
  stoodStillS = null;
  // When this process ends in any way, the channel closes and the child notices.
  child = spawn(process.execPath, args, { env: env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  child.on("error", (error) => {
    say(error.message);
    process.exitCode = 1;
  });
  child.on("message", (beat) => {
    sign = beat;
    silentLooks = 0;
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
  // A process that stands still for ever again and again has had its pauses.
  if (ranMs >= settledMs || stoodStillS !== null) pauseMs = firstPauseMs;
  const how = howItEnded(code, signal);
  say("Switchyard ended unexpectedly (" + how + ") and starts again in " + pauseMs / 1000 + " s.");
  pausing = setTimeout(start, pauseMs);
  pauseMs = Math.min(2 * pauseMs, maxPauseMs);
}

function say(message) {
  const isJson = process.env.SERVICE_LOG === "json";
  const line = { time: new Date().toISOString(), level: "error", message: message };
  console.error(isJson ? JSON.stringify(line) : message);
}

function howItEnded(code, signal) {
  if (stoodStillS !== null) return "it had stood still for " + stoodStillS + " s and was killed";
  return signal === null ? "with code " + code : "by " + signal;
}

/**
 * Ends a child that stands still. Its event loop serves nobody then, and it would not notice any signal that it could
 * handle. What it has acknowledged is on the disk.
 */
function look() {
  const now = performance.now();
  // A look that comes late says that this process stood still itself: the machine slept, or is overloaded.
  const isLate = now - lookedAt > 2 * lookEveryMs;
  lookedAt = now;
  const looks = patience.get(sign);
  if (child === null || looks === undefined || isLate) return;
  silentLooks++;
  if (silentLooks < looks) return;
  if (isHalted(child.pid)) {
    silentLooks = 0;
    return;
  }
  stoodStillS = (silentLooks * lookEveryMs) / 1000;
  child.kill("SIGKILL");
}

/** Whether somebody has stopped the process (SIGSTOP, a debugger). It continues when they want. */
function isHalted(pid) {
  try {
    return /^[Tt]/.test(readFileSync("/proc/" + pid + "/stat", "utf8").replace(/^.*\) /s, ""));
  } catch {
    // Not Linux.
    const found = spawnSync("ps", ["-o", "stat=", "-p", String(pid)]);
    return found.status === 0 && /^\s*T/.test(String(found.stdout));
  }
}

setInterval(look, lookEveryMs).unref();

for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => {
    isAskedToEnd = true;
    clearTimeout(pausing);
    if (child !== null) child.kill(name);
  });
}

start();
