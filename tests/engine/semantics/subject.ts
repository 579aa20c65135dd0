// What a case may ask of the thing under test, whichever of the two it is.
import type { Value } from "convex/values";

/**
 * The engine makes a new context for every run, as Convex does; the pooled one serves, and uses contexts again, as does
 * the live one. Only the live one is called over the sync socket, the others through HTTP.
 */
export type SubjectName = "convex-test" | "engine" | "pooled engine" | "live engine";
export type Args = Record<string, Value>;

export interface Subject {
  readonly name: SubjectName;
  query(path: string, args?: Args): Promise<Value>;
  mutation(path: string, args?: Args): Promise<Value>;
  action(path: string, args?: Args): Promise<Value>;
  /** Any function, also an internal one, as an administrator calls it. */
  administer(kind: "query" | "mutation" | "action", path: string, args?: Args): Promise<Value>;
  /** An HTTP action, by its path. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Waits until no job is due or running. Jobs that are far in the future stay where they are. */
export async function settleJobs(subject: Subject): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await subject.query("scheduling:busy", { dueBefore: Date.now() + 1000 })) === true) {
    if (Date.now() > deadline) throw new Error("Jobs still run after 30 s.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
