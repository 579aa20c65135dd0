// The global `Convex`. The convex package calls it for everything that a function may do beyond computing.
import { activeRun } from "../activeRun";
import { runOutsideGuest } from "../containment";
import { guestErrorOf } from "../guestError";
import { adoptCall } from "../openCalls";
import type { PackageHost } from "../package/replacements";
import { readCallBuffer, type CallBuffer } from "../package/callBuffer";
import type { Run } from "../run";
import { untilChanged } from "./timers";

export interface ConvexGlobal {
  syscall(op: string, args: string): string;
  asyncSyscall(op: string, args: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
  /** An extension of this engine. */
  untilChanged(mostMs: number): Promise<void>;
}

export function convexGlobal(): ConvexGlobal {
  return { syscall, asyncSyscall, jsSyscall, untilChanged };
}

function syscall(op: string, args: unknown): string {
  const run = callingRun();
  return askHost(run, () => run.environment.host.syscall(op, String(args)));
}

function asyncSyscall(op: string, args: unknown): Promise<string> {
  const run = callingRun();
  const failure = run.takeNextFailure();
  if (failure !== null) throw failure.error;
  // Code may pass anything. Only the call buffer carries objects.
  const answer = answerTo(run, op, String(args));
  return typeof answer === "string" ? run.guest.realm.Promise.resolve(answer) : answer;
}

/** What the replaced functions of the convex package use. */
export const packageHost: PackageHost = {
  ask: (op, text) => answerTo(callingRun(), op, text),
  askByCallBuffer: (op, callBuffer) => answerTo(callingRun(), op, callBuffer),
  failNext(error) {
    callingRun().failNext(error);
  },
};

function answerTo(run: Run, op: string, args: string | CallBuffer): string | Promise<string> {
  const answer = askHost(run, () =>
    run.environment.host.asyncSyscall(op, typeof args === "string" ? args : readCallBuffer(args)),
  );
  return typeof answer === "string" ? answer : adoptAnswer(run, op, answer);
}

/** Serves the file storage of actions. Its objects are blobs, and the engine does not see when code reads them. */
function jsSyscall(op: string, args: Record<string, unknown>): unknown {
  const run = callingRun();
  const answer = askHost(run, () => run.environment.host.jsSyscall(op, args));
  if (!isThenable(answer)) return answer;
  run.untrack();
  return adoptAnswer(run, op, answer);
}

function adoptAnswer<T>(run: Run, op: string, answer: PromiseLike<T>): Promise<T> {
  return adoptCall(run, nameOfCall(op), answer, (error) => guestErrorOf(run, error));
}

/** Turns `1.0/actions/mutation` into `mutation`. */
function nameOfCall(op: string): string {
  return op.slice(op.lastIndexOf("/") + 1);
}

function callingRun(): Run {
  const run = activeRun();
  if (run.isImporting) throw new Error("Can't use database at import time");
  return run;
}

function askHost<T>(run: Run, question: () => T): T {
  return runOutsideGuest(() => {
    try {
      return question();
    } catch (error) {
      throw guestErrorOf(run, error);
    }
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
