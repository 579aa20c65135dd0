// The calls that a case can make, on convex-test and on the engine alike.
import type { Value } from "convex/values";

/**
 * "engine" makes a new context for every call, as Convex does. "pooled engine" serves normally and uses contexts again,
 * and so does "live engine". "live engine" is called over the sync socket, the others over HTTP.
 */
export type SubjectName = "convex-test" | "engine" | "pooled engine" | "live engine";
export type Args = Record<string, Value>;

export interface Subject {
  readonly name: SubjectName;
  query(path: string, args?: Args): Promise<Value>;
  mutation(path: string, args?: Args): Promise<Value>;
  action(path: string, args?: Args): Promise<Value>;
  /** Calls any function, also an internal one, as an administrator does. */
  administer(kind: "query" | "mutation" | "action", path: string, args?: Args): Promise<Value>;
  /** Calls an HTTP action by its path. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Waits until no job is due or running. Jobs that are due far in the future stay as they are. */
export async function settleJobs(subject: Subject): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await subject.query("scheduling:busy", { dueBefore: Date.now() + 1000 })) === true) {
    if (Date.now() > deadline) throw new Error("Jobs still run after 30 s.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
