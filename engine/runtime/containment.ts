// Ends functions that never give the thread back. Guest code runs on the main thread, so only another thread can end
// it: a watchdog reads in shared memory until when the guest may compute, and asks V8 to terminate the execution when
// that time is over or the process has grown too much. A termination unwinds every frame up to one that takes it in;
// the only one V8 gives us at a bearable price (20 us; the `timeout` of node:vm starts a thread, 300 us) is the
// evaluation of an expression through the inspector. So guest code runs inside such an evaluation, and what lies
// outside of it is never harmed.
import { executionAsyncId } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";

/** Engine code is running: must not be terminated. */
const OUTSIDE = 0;
/** Guest code is running until the deadline. */
const INSIDE = 1;
/** The watchdog has decided: the termination is on its way, and this thread waits for it where it does no harm. */
const OUT_OF_TIME = 2;
const OUT_OF_MEMORY = 3;

export type Containment = "finished" | "outOfTime" | "outOfMemory";

/**
 * By how much the process may grow while a guest holds the thread. Far above the 64 MB that Convex gives a function,
 * since this counts garbage too: it keeps a runaway from taking the process with it, no more.
 */
export const MAX_GROWTH_MB = 512;

const memory = new SharedArrayBuffer(32);
const state = new Int32Array(memory, 0, 1);
/** Tells one stretch of guest code from the next. */
const stretch = new Int32Array(memory, 4, 1);
/** When the guest's time is over, in milliseconds since this thread began. The watchdog only reads it. */
const deadline = new Float64Array(memory, 8, 1);
/**
 * For how long, in milliseconds over all stretches, the guest was inside while the machine gave its time to other
 * processes. That is not the guest's time, and without it a busy machine would fail what works on a quiet one. Only the
 * watchdog writes it; it looks every 20 ms and credits stretches that it saw twice.
 */
const stolen = new Float64Array(memory, 16, 1);
/** The same when this stretch began. */
const stolenBefore = new Float64Array(memory, 24, 1);

const hook = `__engine_${randomUUID().replaceAll("-", "")}`;
const evaluation = { expression: `${hook}()` };
let session: Session | null = null;
let evaluate: () => void = () => undefined;

/** Runs `job`, which may be terminated while it is inside `guarded`. */
export function contain(job: () => void): Containment {
  session ??= openSession();
  const result: { isFinished: boolean; failure: { error: unknown } | null } = { isFinished: false, failure: null };
  evaluate = () => {
    try {
      job();
    } catch (error) {
      result.failure = { error };
    }
    result.isFinished = true;
  };
  const executing = executionAsyncId();
  session.post("Runtime.evaluate", evaluation);
  if (result.failure !== null) throw result.failure.error;
  if (result.isFinished) return "finished";
  const verdict = Atomics.exchange(state, 0, OUTSIDE);
  if (executionAsyncId() !== executing) emptyAsyncStack();
  return verdict === OUT_OF_MEMORY ? "outOfMemory" : "outOfTime";
}

/** Runs guest code for at most `budgetMs` of its own time. Returns what is left of them. */
export function guarded(budgetMs: number, guest: () => void): number {
  deadline[0] = performance.now() + budgetMs;
  stolenBefore[0] = stolen[0] ?? 0;
  Atomics.add(stretch, 0, 1);
  Atomics.store(state, 0, INSIDE);
  try {
    guest();
  } finally {
    leaveGuest();
  }
  return deadline[0] + stolenSince() - performance.now();
}

/** Runs engine code that guest code called: it is not terminated, and its time is not the guest's. */
export function outside<T>(engine: () => T): T {
  if (Atomics.load(state, 0) === OUTSIDE) return engine();
  const start = performance.now();
  leaveGuest();
  try {
    return engine();
  } finally {
    deadline[0] = (deadline[0] ?? 0) + performance.now() - start;
    Atomics.store(state, 0, INSIDE);
  }
}

function stolenSince(): number {
  return (stolen[0] ?? 0) - (stolenBefore[0] ?? 0);
}

function leaveGuest(): void {
  if (Atomics.compareExchange(state, 0, INSIDE, OUTSIDE) === INSIDE) return;
  for (;;) Atomics.load(state, 0);
}

/**
 * Once something uses AsyncLocalStorage, Node keeps a stack of what is executing, from which a termination takes
 * nothing. Node ends the process when it finds a stranger there, except after an uncaught exception, when it empties
 * the stack; nothing else in Node does that, so it is told of one.
 */
function emptyAsyncStack(): void {
  const report: unknown = Reflect.get(process, "_fatalException");
  if (typeof report !== "function" || process.hasUncaughtExceptionCaptureCallback()) return;
  process.setUncaughtExceptionCaptureCallback(() => undefined);
  Reflect.apply(report, process, [new Error("A function was terminated.")]);
  process.setUncaughtExceptionCaptureCallback(null);
}

function openSession(): Session {
  Object.defineProperty(globalThis, hook, { value: () => evaluate() });
  const opened = new Session();
  opened.connect();
  // Else Node says at the end that it waits for a debugger.
  process.once("exit", () => opened.disconnect());
  const worker = new Worker(WATCHDOG, {
    eval: true,
    workerData: { memory, timeOrigin: performance.timeOrigin },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return opened;
}

// It connects only to terminate: a connected session would keep the process from exiting.
const WATCHDOG = `
  const { workerData: { memory, timeOrigin } } = require("node:worker_threads");
  const { performance } = require("node:perf_hooks");
  const { Session } = require("node:inspector");
  const state = new Int32Array(memory, 0, 1);
  const stretch = new Int32Array(memory, 4, 1);
  const deadline = new Float64Array(memory, 8, 1);
  const stolen = new Float64Array(memory, 16, 1);
  const stolenBefore = new Float64Array(memory, 24, 1);
  let watched = 0;
  let sizeBefore = 0;
  let lookedAt = 0;
  let usedBefore = 0;
  function look() {
    const now = performance.timeOrigin + performance.now() - timeOrigin;
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1000;
    const current = Atomics.load(stretch, 0);
    const size = process.memoryUsage.rss();
    if (current !== watched) sizeBefore = size;
    else stolen[0] += Math.max(0, now - lookedAt - (used - usedBefore));
    watched = current;
    lookedAt = now;
    usedBefore = used;
    if (now >= deadline[0] + stolen[0] - stolenBefore[0]) return ${OUT_OF_TIME};
    return size - sizeBefore > ${MAX_GROWTH_MB * 1e6} ? ${OUT_OF_MEMORY} : ${INSIDE};
  }
  setInterval(() => {
    if (Atomics.load(state, 0) !== ${INSIDE}) return;
    const decision = look();
    if (decision === ${INSIDE} || Atomics.compareExchange(state, 0, ${INSIDE}, decision) !== ${INSIDE}) return;
    const session = new Session();
    session.connectToMainThread();
    session.post("Runtime.terminateExecution", () => session.disconnect());
  }, 20);
`;
