// One call of one function: what it may do, what it waits for, and how it ended.
import { performance } from "node:perf_hooks";
import type { FunctionKind, RunEnvironment } from "./contract";
import { MAX_GROWTH_MB } from "./containment";
import { failureWithMessage, failureOf, type RunFailure } from "./failure";
import type { PerformanceEntry } from "./globals/performance";
import type { Guest } from "./guest";
import type { GuestName } from "./guestNames";
import type { OpenCalls } from "./openCalls";
import { describeForRun, enqueue, pollMicrotasks } from "./pump";
import { afterRejectionReports } from "./rejections";
import { Randomness } from "./randomness";

/** `analysis`: modules are only loaded. `schema`: the same, and they may not use clock, randomness or environment. */
export type RunKind = FunctionKind | "analysis" | "schema";

/** `broken`: the engine failed, and the function is not to blame. */
export type RunEnd =
  | { kind: "value"; value: unknown }
  | { kind: "error"; failure: RunFailure }
  | { kind: "broken"; error: unknown };

export interface RunTimer {
  /** Stops the timer. */
  stop(): void;
  /** Tells the run that it no longer waits for this timer. */
  cancel(): void;
}

export interface RunListener {
  answer(end: RunEnd): void;
  /** Called when no guest code of this run will run any more. */
  closed(): void;
}

/** The computing time that a query or mutation has, as on Convex. */
const TRANSACTION_BUDGET_MS = 1000;
/** The computing time that modules have to load during a push, as on Convex. */
const ANALYSIS_BUDGET_MS = 4000;
/**
 * How long an action may compute without giving the thread back. Convex has no such bound, because there an action does
 * not share its thread with all others.
 */
const ACTION_SLICE_MS = 5000;

export class Run {
  readonly kind: RunKind;
  /** What the log calls the function. */
  readonly name: GuestName;
  readonly guest: Guest;
  readonly environment: RunEnvironment;
  readonly startedAt = performance.now();
  logLines = 0;
  /** The run answers without waiting for reports of its rejections. The caller must then check for late ones. */
  answersAtOnce = false;
  readonly #listener: RunListener;
  /**
   * `#pending` counts host operations that guest code may be waiting for. `#inFlight` counts those that the host has
   * not ended.
   */
  #pending = 0;
  #inFlight = 0;
  #expectsCalls = false;
  #isUntracked = false;
  #importDepth = 0;
  #budgetMs: number;
  #randomness: Randomness | null = null;
  #end: RunEnd | null = null;
  #nextFailure: { error: unknown } | null = null;
  #stage: Stage = "running";
  /** The functions that break off the response bodies that are still being made. */
  #held: Set<(reason: Error) => void> | null = null;
  // Most runs use none of these, and short ones would spend a noticeable part of their time on making them.
  #timers: Map<number, RunTimer> | null = null;
  timerLabels: Map<string, number> | null = null;
  performanceEntries: PerformanceEntry[] | null = null;
  openCalls: OpenCalls | null = null;
  #isClosed = false;

  constructor(kind: RunKind, name: GuestName, guest: Guest, environment: RunEnvironment, listener: RunListener) {
    this.kind = kind;
    this.#budgetMs = budgetOf(kind);
    this.name = name;
    this.guest = guest;
    this.environment = environment;
    this.#listener = listener;
    guest.openRuns++;
    guest.run = this;
  }

  get timers(): Map<number, RunTimer> {
    this.#timers ??= new Map();
    return this.#timers;
  }

  /** Whether a response body is being made. */
  get #isHeld(): boolean {
    return this.#held !== null && this.#held.size > 0;
  }

  get isAction(): boolean {
    return this.kind === "action";
  }

  get isImporting(): boolean {
    return this.#importDepth > 0 || this.kind === "analysis" || this.kind === "schema";
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get budgetMs(): number {
    return this.isAction ? ACTION_SLICE_MS : this.#budgetMs;
  }

  set budgetMs(left: number) {
    this.#budgetMs = left;
  }

  importing(body: () => void): void {
    this.#importDepth++;
    try {
      body();
    } finally {
      this.#importDepth--;
    }
  }

  now(): number {
    if (this.kind === "schema") throw new Error("Date.now unsupported when evaluating schema");
    if (this.isImporting) return this.guest.importNow;
    return this.isAction ? Date.now() : this.environment.now;
  }

  /** Returns the source of randomness. null means true randomness, which only actions have. */
  randomness(): Randomness | null {
    if (this.kind === "schema") throw new Error("Math.random unsupported when evaluating schema");
    if (this.isImporting) return this.guest.importRandomness;
    if (this.isAction) return null;
    this.#randomness ??= new Randomness(this.environment.seed);
    return this.#randomness;
  }

  readEnv(name: string): string | undefined {
    if (this.kind === "schema") throw new Error("Environment variables unsupported when evaluating schema");
    return this.environment.readEnv(name);
  }

  /** Runs guest code as a later step of this run. Nothing happens if the run is over by then. */
  resume(work: () => void): void {
    enqueue(this, work);
  }

  /** The guest may be waiting for an operation until the returned function is called. */
  await(): (work: () => void) => void {
    this.#pending++;
    this.#inFlight++;
    return (work) => {
      this.#inFlight--;
      if (this.#stage === "finished" && !this.isAction) return this.#answerWhenQuiet();
      this.resume(() => {
        this.#pending--;
        work();
      });
    };
  }

  /** Returns a promise of the context that settles as the host's promise does. */
  adopt<T>(promise: PromiseLike<T>, toGuestError = (error: unknown): unknown => error): Promise<T> {
    const settle = this.await();
    return new this.guest.realm.Promise<T>((resolve, reject) => {
      promise.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(toGuestError(error))),
      );
    });
  }

  /**
   * Says that host objects may call guest code at any time. The run is then not regarded as stuck while it waits, and
   * its context is not used again. In a common context these calls are steps of their run like all others.
   */
  expectCalls(): void {
    this.#expectsCalls = true;
    if (!this.guest.isCommon) this.guest.isSpoiled = true;
  }

  /**
   * Says that guest code waits for host objects whose promises the engine does not see settle (streams, blobs). Then,
   * in addition to `expectCalls`, the engine runs the context's microtasks now and then.
   */
  untrack(): void {
    if (this.#isUntracked) return;
    this.#isUntracked = true;
    this.expectCalls();
    this.guest.isSpoiled = true;
    pollMicrotasks(this);
  }

  succeed(value: unknown): void {
    this.#end ??= { kind: "value", value };
  }

  /** Ends the run with an error that guest code threw. */
  fail(error: unknown): void {
    if (this.#stage === "answered") return this.#breakBodies(error);
    this.#end ??= { kind: "error", failure: this.#describe(error) };
  }

  /**
   * Ends the run with a rejection that nobody handled. It undoes the success of a query or mutation, whose answer
   * waited for reports of rejections.
   */
  failByRejection(error: unknown): void {
    if (this.#stage === "answered") return this.#breakBodies(error);
    if (this.#end !== null && this.#end.kind !== "value") return;
    this.#end = { kind: "error", failure: this.#describe(error) };
    if (this.#stage === "running") this.#finish();
  }

  #describe(error: unknown): RunFailure {
    const failure = describeForRun(this, () => failureOf(error, this.guest.scripts));
    if (failure === null) this.guest.isSpoiled = true;
    return failure ?? failureWithMessage(UNREADABLE);
  }

  /** The code that failed after the answer may be what makes the response's body, so the body is broken off. */
  #breakBodies(error: unknown): void {
    if (this.#isHeld) this.#cutShort(this.#describe(error).message);
  }

  /** Ends the run by a failure of the engine. Guest code can neither catch the failure nor outlive it. */
  breakOff(error: unknown): void {
    if (this.#end?.kind !== "broken") this.#end = { kind: "broken", error };
  }

  /** The next call of `Convex.asyncSyscall` throws this error (`package/replacements.ts`). */
  failNext(error: unknown): void {
    this.#nextFailure = { error };
  }

  takeNextFailure(): { error: unknown } | null {
    const failure = this.#nextFailure;
    this.#nextFailure = null;
    return failure;
  }

  /**
   * Keeps the run open after its answer until the returned function is called, because a response body is being made.
   * `breakOff` is called if the run has to end before that.
   */
  hold(breakOff: (reason: Error) => void): () => void {
    const held = (this.#held ??= new Set());
    held.add(breakOff);
    return () => {
      held.delete(breakOff);
      if (held.size === 0 && this.#stage === "answered" && !this.#isClosed) this.#close();
    };
  }

  /** Called when guest code has done all it can for now. */
  afterSlice(): void {
    if (this.#stage !== "running") return;
    if (!this.isAction && this.#budgetMs <= 0)
      this.#end = { kind: "error", failure: failureWithMessage(timedOut(this.kind)) };
    const isWaiting = this.#pending > 0;
    if (this.#end === null && !isWaiting && !this.#expectsCalls) this.#stop(STUCK);
    if (this.#end === null) return;
    // Operations that a query or mutation began without waiting for them still belong to its transaction.
    if (this.#end.kind === "value" && !this.isAction && isWaiting) return;
    this.#finish();
  }

  /** The watchdog ended the guest code of this run while it was computing. */
  terminated(reason: "outOfTime" | "outOfMemory"): void {
    if (reason === "outOfMemory") this.#cutShort(TOO_LARGE);
    else this.#cutShort(this.isAction ? BLOCKED : timedOut(this.kind));
  }

  /** The caller that started the run wants it to end. */
  abort(): void {
    this.#cutShort("The function was stopped before it was done");
  }

  /** Polling has brought no progress, so the run is regarded as stuck unless host operations are still in flight. */
  giveUp(): void {
    if (this.#inFlight === 0) this.#cutShort(STUCK);
  }

  /** Called when all rejections of the run that nobody handled have been reported. */
  answer(): void {
    if (this.#end === null) return;
    this.#stage = "answered";
    this.#listener.answer(this.#end);
    if (!this.#isHeld) this.#close();
  }

  #cutShort(message: string): void {
    if (this.#isClosed) return;
    this.guest.isSpoiled = true;
    for (const breakOff of this.#held ?? []) breakOff(new Error(message));
    this.#held?.clear();
    if (this.#stage === "answered") return this.#close();
    if (this.#stage === "finished") return this.#stopGuest();
    this.#end = null;
    this.#stop(message);
    this.#finish();
  }

  #stop(message: string): void {
    this.#end ??= { kind: "error", failure: failureWithMessage(message) };
  }

  #finish(): void {
    this.#stage = "finished";
    // What makes the body of a response may still await its calls.
    const warning = this.#end?.kind === "value" && !this.#isHeld ? this.openCalls?.warning() : null;
    if (warning) this.environment.log(warning);
    if (!this.#isHeld) this.#stopGuest();
    if (this.isAction) this.answer();
    else this.#answerWhenQuiet();
  }

  /** Operations that a query or mutation asked of its transaction must end before the transaction ends. */
  #answerWhenQuiet(): void {
    if (this.#inFlight !== 0) return;
    if (this.answersAtOnce) this.answer();
    else afterRejectionReports(() => this.answer());
  }

  #close(): void {
    this.#stopGuest();
    this.guest.openRuns--;
    if (this.guest.run === this) this.guest.run = null;
    this.#listener.closed();
  }

  #stopGuest(): void {
    this.#isClosed = true;
    for (const timer of this.#timers?.values() ?? []) timer.stop();
    this.#timers?.clear();
  }
}

/** A run that has finished is answered only after its unhandled rejections were reported. */
type Stage = "running" | "finished" | "answered";

const UNREADABLE = "Uncaught error that cannot be read";
const STUCK = "Returned promise will never resolve";
const TOO_LARGE = `JavaScript execution ran out of memory (maximum memory usage: ${MAX_GROWTH_MB} MB)`;
const BLOCKED = `Action held the thread for more than ${ACTION_SLICE_MS / 1000} s`;

function budgetOf(kind: RunKind): number {
  return kind === "analysis" || kind === "schema" ? ANALYSIS_BUDGET_MS : TRANSACTION_BUDGET_MS;
}

function timedOut(kind: RunKind): string {
  return `Function execution timed out (maximum duration: ${budgetOf(kind) / 1000}s)`;
}
