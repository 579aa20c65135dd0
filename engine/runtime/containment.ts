// Ends functions that never give the thread back. Guest code runs on the main thread, so only another thread can end
// it. A watchdog thread reads the guest's deadline in shared memory. It asks V8 to terminate the execution when the
// deadline has passed or when the process has grown too much. A termination unwinds every frame up to one that catches
// it. V8 offers one kind of such a frame at a low price: an expression that the inspector evaluates (20 us; the
// `timeout` of node:vm starts a thread and costs 300 us). So guest code runs inside such an evaluation, and code
// outside of it is never harmed. A few built-in functions of V8 do not let themselves be terminated. Then the watchdog
// writes down which function holds the thread, and the process that watches over this one ends it
// (scripts/supervise.mjs).
import { executionAsyncId } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { endLongWork } from "../loop/heartbeat";
import { nameMemory, READ_NAME } from "./guestNames";

/** Engine code is running and must not be terminated. */
const OUTSIDE = 0;
/** Guest code is running and may run until the deadline. */
const INSIDE = 1;
/** The watchdog has decided to terminate. This thread waits for the termination at a place where it does no harm. */
const OUT_OF_TIME = 2;
const OUT_OF_MEMORY = 3;
/** Engine code that guest code called is running, and must not be terminated. */
const CALLED_BY_GUEST = 4;

export type Containment = "finished" | "outOfTime" | "outOfMemory";

/**
 * How much the process may grow while a guest holds the thread. This is far more than the 64 MB that Convex allows a
 * function, because garbage counts here too. The bound only keeps a runaway function from ending the whole process.
 */
export const MAX_GROWTH_MB = 512;

const memory = new SharedArrayBuffer(36);
const state = new Int32Array(memory, 0, 1);
/** The number of the current stretch of guest code. It changes with every stretch. */
const stretch = new Int32Array(memory, 4, 1);
/** The guest's deadline, in milliseconds since this thread began. The watchdog only reads it. */
const deadline = new Float64Array(memory, 8, 1);
/**
 * How long the machine gave its time to other processes while the guest was inside, in milliseconds over all stretches.
 * This time is not counted as the guest's. Otherwise a function that works on a quiet machine would fail on a busy one.
 * Only the watchdog writes this value: it looks every 20 ms and credits a stretch that it has seen twice.
 */
const stolen = new Float64Array(memory, 16, 1);
/** The value of `stolen` when the current stretch began. */
const stolenBefore = new Float64Array(memory, 24, 1);
/** 1 while the watchdog sleeps. It sleeps when no guest code runs, because looking costs 0.7 % of a core. */
const asleep = new Int32Array(memory, 32, 1);

/** How long a stretch of guest code may last before the watchdog writes its name to the log. */
const STUCK_MS = 10_000;

/** The number of looks at 20 ms each, without any guest code in between, after which the watchdog sleeps. */
const SLEEPS_AFTER_LOOKS = 50;

const hook = `__engine_${randomUUID().replaceAll("-", "")}`;
const evaluation = { expression: `${hook}()` };
let session: Session | null = null;
let evaluate: () => void = () => undefined;

/** Runs `job`. The watchdog may terminate it while it is inside `runGuest`. */
export function contain(job: () => void): Containment {
  endLongWork();
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

/** Runs guest code for at most `budgetMs` of its own time. Returns the rest of that budget. */
export function runGuest(budgetMs: number, guest: () => void): number {
  deadline[0] = performance.now() + budgetMs;
  stolenBefore[0] = stolen[0] ?? 0;
  Atomics.add(stretch, 0, 1);
  Atomics.store(state, 0, INSIDE);
  if (Atomics.load(asleep, 0) === 1) wakeWatchdog();
  try {
    guest();
  } finally {
    leaveGuest(OUTSIDE);
  }
  return deadline[0] + stolenSince() - performance.now();
}

/** Runs engine code that guest code called. It is not terminated, and its time does not count as the guest's. */
export function runOutsideGuest<T>(engine: () => T): T {
  if (Atomics.load(state, 0) !== INSIDE) return engine();
  const start = performance.now();
  leaveGuest(CALLED_BY_GUEST);
  try {
    return engine();
  } finally {
    deadline[0] = (deadline[0] ?? 0) + performance.now() - start;
    Atomics.store(state, 0, INSIDE);
  }
}

function wakeWatchdog(): void {
  Atomics.store(asleep, 0, 0);
  Atomics.notify(asleep, 0);
}

function stolenSince(): number {
  return (stolen[0] ?? 0) - (stolenBefore[0] ?? 0);
}

function leaveGuest(to: typeof OUTSIDE | typeof CALLED_BY_GUEST): void {
  if (Atomics.compareExchange(state, 0, INSIDE, to) === INSIDE) return;
  for (;;) Atomics.load(state, 0);
}

/**
 * Once something uses AsyncLocalStorage, Node keeps a stack of what is executing. A termination removes nothing from
 * that stack. Node ends the process when it finds an unexpected entry there. Only one thing in Node empties the stack:
 * an uncaught exception. So this function reports one to Node.
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
  // Without this, Node prints at the end that it waits for a debugger.
  process.once("exit", () => opened.disconnect());
  const worker = new Worker(WATCHDOG, {
    eval: true,
    workerData: { memory, nameMemory, timeOrigin: performance.timeOrigin },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return opened;
}

// The watchdog connects to the inspector only to terminate, because a connected session would keep the process from
// exiting.
const WATCHDOG = `
  const { workerData: { memory, nameMemory, timeOrigin } } = require("node:worker_threads");
  const { openSync, readSync, writeSync } = require("node:fs");
  const { performance } = require("node:perf_hooks");
  const { Session } = require("node:inspector");
  const state = new Int32Array(memory, 0, 1);
  const stretch = new Int32Array(memory, 4, 1);
  const deadline = new Float64Array(memory, 8, 1);
  const stolen = new Float64Array(memory, 16, 1);
  const stolenBefore = new Float64Array(memory, 24, 1);
  const asleep = new Int32Array(memory, 32, 1);
  const currentName = ${READ_NAME};
  let watched = 0;
  let sizeBefore = 0;
  let lookedAt = 0;
  let usedBefore = 0;
  let quietLooks = 0;
  let seen = 0;
  let seenSince = 0;
  let named = 0;
  // The main thread may be the only one that can log, and it stands still. So this writes to the standard error itself.
  function nameStuck(current, isInEngine) {
    if (current === named || performance.now() - seenSince < ${STUCK_MS}) return;
    named = current;
    const failure = "A function has held the thread for ${STUCK_MS / 1000} s. Nobody is served meanwhile.";
    const line = {
      at: new Date().toISOString(),
      failure,
      function: currentName(Buffer.from(nameMemory)),
      ...(isInEngine ? { waitsFor: "the engine" } : {}),
    };
    try {
      writeSync(2, JSON.stringify(line) + "\\n");
    } catch {
      // Nobody reads the log.
    }
  }
  // The time that the main thread has had, as Linux counts it. Elsewhere only that of the whole process is known, so that
  // a guest whose process works on something else too is credited less than it should be.
  // The file is opened once: clients may hold all descriptors later, and the watchdog must not end then.
  const ofProcess = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  function ofMainThread() {
    const file = openSync("/proc/self/task/" + process.pid + "/schedstat", "r");
    const text = Buffer.alloc(64);
    return () => Number(text.latin1Slice(0, readSync(file, text, 0, 64, 0)).split(" ", 1)[0]) / 1e6;
  }
  const usedMs = (() => {
    try {
      const used = ofMainThread();
      return used() > 0 ? used : ofProcess;
    } catch {
      return ofProcess;
    }
  })();
  // Node opens a file to learn the size. While clients hold all descriptors, only the time of a guest is watched.
  function currentSize() {
    try {
      return process.memoryUsage.rss();
    } catch {
      return sizeBefore;
    }
  }
  function look() {
    const now = performance.timeOrigin + performance.now() - timeOrigin;
    const used = usedMs();
    const current = Atomics.load(stretch, 0);
    const size = currentSize();
    if (current !== watched) sizeBefore = size;
    else stolen[0] += Math.max(0, now - lookedAt - (used - usedBefore));
    watched = current;
    lookedAt = now;
    usedBefore = used;
    if (now >= deadline[0] + stolen[0] - stolenBefore[0]) return ${OUT_OF_TIME};
    return size - sizeBefore > ${MAX_GROWTH_MB * 1e6} ? ${OUT_OF_MEMORY} : ${INSIDE};
  }
  // One that falls asleep says so first and looks once more, so that it misses no guest that begins at that moment.
  function sleep() {
    Atomics.store(asleep, 0, 1);
    if (Atomics.load(stretch, 0) !== seen) Atomics.store(asleep, 0, 0);
    Atomics.wait(asleep, 0, 1);
  }
  function tick() {
    setTimeout(tick, 20);
    const current = Atomics.load(stretch, 0);
    const now = Atomics.load(state, 0);
    if (current !== seen) seenSince = performance.now();
    if (now !== ${OUTSIDE}) nameStuck(current, now === ${CALLED_BY_GUEST});
    if (now !== ${INSIDE}) {
      quietLooks = current === seen && now === ${OUTSIDE} ? quietLooks + 1 : 0;
      seen = current;
      if (quietLooks >= ${SLEEPS_AFTER_LOOKS}) sleep();
      return;
    }
    quietLooks = 0;
    seen = current;
    const decision = look();
    if (decision === ${INSIDE} || Atomics.compareExchange(state, 0, ${INSIDE}, decision) !== ${INSIDE}) return;
    const session = new Session();
    session.connectToMainThread();
    session.post("Runtime.terminateExecution", () => session.disconnect());
  }
  tick();
`;
