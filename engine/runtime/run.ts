// One call of one function: what it may do, what it waits for, how it ended.
import { performance } from "node:perf_hooks";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import { type FunctionKind, FunctionError, type RunEnvironment } from "./contract";
import { MAX_GROWTH_MB } from "./containment";
import { describeError, failureOf, type RunFailure } from "./failure";
import type { Guest } from "./guest";
import { enqueue, pollMicrotasks } from "./pump";
import { afterRejections } from "./rejections";
import { Randomness } from "./randomness";

/** `analysis`: modules are only loaded. `schema`: so they are, and may not look at clock, randomness, environment. */
export type RunKind = FunctionKind | "analysis" | "schema";

/** `broken`: the engine failed, which is not the function's to answer for. */
export type RunEnd =
  | { kind: "value"; value: unknown }
  | { kind: "error"; failure: RunFailure }
  | { kind: "broken"; error: unknown };

export interface RunTimer {
  handle: NodeJS.Timeout;
  /** Ends the waiting for it. */
  cancel(): void;
}

export interface RunListener {
  answer(end: RunEnd): void;
  /** No guest code of this run will run any more. */
  closed(): void;
}

/** User time of a query or mutation, as on Convex. */
const TRANSACTION_BUDGET_MS = 1000;
/**
 * How long an action may compute without giving the thread back. Convex sets no such bound, but there an action does
 * not share its thread with all others.
 */
const ACTION_SLICE_MS = 5000;

export class Run {
  readonly kind: RunKind;
  readonly guest: Guest;
  readonly environment: RunEnvironment;
  readonly startedAt = performance.now();
  readonly timers = new Map<number, RunTimer>();
  readonly timerLabels = new Map<string, number>();
  logLines = 0;
  /** Does not wait for its rejections: whoever gets the answer asks for late ones. */
  answersAtOnce = false;
  readonly #listener: RunListener;
  /** Host operations that guest code may be waiting for, and those of them that the host has yet to end. */
  #pending = 0;
  #inFlight = 0;
  #expectsCalls = false;
  #isUntracked = false;
  #importDepth = 0;
  #budgetMs = TRANSACTION_BUDGET_MS;
  #randomness: Randomness | null = null;
  #end: RunEnd | null = null;
  #stage: Stage = "running";
  /** What breaks off each response body that is still being made. */
  readonly #held = new Set<(reason: Error) => void>();
  #isClosed = false;

  constructor(kind: RunKind, guest: Guest, environment: RunEnvironment, listener: RunListener) {
    this.kind = kind;
    this.guest = guest;
    this.environment = environment;
    this.#listener = listener;
    guest.run = this;
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

  /** null: true randomness, which only actions have. */
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

  /** Guest code as a later step of this run; nothing happens when the run is over by then. */
  resume(work: () => void): void {
    enqueue(this, work);
  }

  /** Until the returned function is called, the guest may be waiting for it. */
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

  /** The context's own promise for what a host promise will bring. */
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
   * Host objects may call guest code at any time: a waiting function is not taken for a stuck one, and its context is
   * not used again.
   */
  expectCalls(): void {
    this.#expectsCalls = true;
    this.guest.isSpoiled = true;
  }

  /**
   * Guest code waits for host objects whose promises the engine does not see settle (streams, blobs): besides, their
   * continuations are looked for now and then.
   */
  untrack(): void {
    if (this.#isUntracked) return;
    this.#isUntracked = true;
    this.expectCalls();
    pollMicrotasks(this);
  }

  succeed(value: unknown): void {
    this.#end ??= { kind: "value", value };
  }

  /** With what guest code threw. */
  fail(error: unknown): void {
    if (this.#stage === "answered") return this.#breakBodies(error);
    this.#end ??= { kind: "error", failure: failureOf(error, this.guest.scripts) };
  }

  /** With a rejection that nobody handled: it undoes the success of a query or mutation, whose answer waited for it. */
  failByRejection(error: unknown): void {
    if (this.#stage === "answered") return this.#breakBodies(error);
    if (this.#end !== null && this.#end.kind !== "value") return;
    this.#end = { kind: "error", failure: failureOf(error, this.guest.scripts) };
    if (this.#stage === "running") this.#finish();
  }

  /** What fails after the answer may be what makes its body, of which nothing more would come. */
  #breakBodies(error: unknown): void {
    if (this.#held.size > 0) this.#cutShort(failureOf(error, this.guest.scripts).message);
  }

  /** By a failure of the engine: guest code can neither catch it nor outlive it. */
  breakOff(error: unknown): void {
    if (this.#end?.kind !== "broken") this.#end = { kind: "broken", error };
  }

  /** What the guest sees of an error of the host. */
  toGuestError(error: unknown): unknown {
    const { realm } = this.guest;
    // An action may do without it, or try again: each of its calls is a transaction of its own.
    if (this.isAction && error instanceof DatabaseUnavailable) return new realm.Error(error.message);
    if (!(error instanceof FunctionError)) {
      this.breakOff(error);
      return new realm.Error("The operation could not be completed.");
    }
    const guestError = new realm.Error(error.message);
    if (error.data === undefined) return guestError;
    const data: unknown = realm.JSON.parse(JSON.stringify(error.data));
    return Object.assign(guestError, { data });
  }

  /**
   * The run stays open after its answer until the returned function is called: a response body is being made. Nothing
   * more can come of it when the run has to end before.
   */
  hold(breakOff: (reason: Error) => void): () => void {
    this.#held.add(breakOff);
    return () => {
      this.#held.delete(breakOff);
      if (this.#held.size === 0 && this.#stage === "answered" && !this.#isClosed) this.#close();
    };
  }

  /** Guest code has done all it can for now. */
  afterSlice(): void {
    if (this.#stage !== "running") return;
    if (!this.isAction && this.#budgetMs <= 0) this.#end = { kind: "error", failure: describeError(TIMED_OUT) };
    const isWaiting = this.#pending > 0;
    if (this.#end === null && !isWaiting && !this.#expectsCalls) this.#stop(STUCK);
    if (this.#end === null) return;
    // What a query or mutation began and did not wait for still belongs to its transaction.
    if (this.#end.kind === "value" && !this.isAction && isWaiting) return;
    this.#finish();
  }

  /** The watchdog ended the guest code of this run in the middle. */
  terminated(reason: "outOfTime" | "outOfMemory"): void {
    if (reason === "outOfMemory") this.#cutShort(TOO_LARGE);
    else this.#cutShort(this.isAction ? BLOCKED : TIMED_OUT);
  }

  /** Whoever started the run wants it to end. */
  abort(): void {
    this.#cutShort("The function was ended before it was done");
  }

  /** Nothing came of what the engine does not see. */
  giveUp(): void {
    if (this.#inFlight === 0) this.#cutShort(STUCK);
  }

  /** Called when it is known which rejections of the run nobody handled. */
  answer(): void {
    if (this.#end === null) return;
    this.#stage = "answered";
    this.#listener.answer(this.#end);
    if (this.#held.size === 0) this.#close();
  }

  #cutShort(message: string): void {
    if (this.#isClosed) return;
    this.guest.isSpoiled = true;
    for (const breakOff of this.#held) breakOff(new Error(message));
    this.#held.clear();
    if (this.#stage === "answered") return this.#close();
    if (this.#stage === "finished") return this.#stopGuest();
    this.#end = null;
    this.#stop(message);
    this.#finish();
  }

  #stop(message: string): void {
    this.#end ??= { kind: "error", failure: describeError(message) };
  }

  #finish(): void {
    this.#stage = "finished";
    if (this.#held.size === 0) this.#stopGuest();
    if (this.isAction) this.answer();
    else this.#answerWhenQuiet();
  }

  /** What a query or mutation has asked of its transaction must have an end before the transaction has. */
  #answerWhenQuiet(): void {
    if (this.#inFlight !== 0) return;
    if (this.answersAtOnce) this.answer();
    else afterRejections(() => this.answer());
  }

  #close(): void {
    this.#stopGuest();
    this.guest.run = null;
    this.#listener.closed();
  }

  #stopGuest(): void {
    this.#isClosed = true;
    for (const { handle } of this.timers.values()) clearTimeout(handle);
    this.timers.clear();
  }
}

/** A run that has finished waits for its unhandled rejections before it is answered. */
type Stage = "running" | "finished" | "answered";

const STUCK = "Returned promise will never resolve";
const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";
const TOO_LARGE = `JavaScript execution ran out of memory (maximum memory usage: ${MAX_GROWTH_MB} MB)`;
const BLOCKED = `Action held the thread for more than ${ACTION_SLICE_MS / 1000} s`;
