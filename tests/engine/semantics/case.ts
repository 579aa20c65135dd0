// A case is a few calls and the outcome they must have. The outcome is data, so that a declared difference can put
// another in its place and be checked as strictly as the rule it departs from.
import { ConvexError } from "convex/values";
import type { Subject } from "./subject";

export type Outcome =
  | { kind: "returned"; value: unknown }
  | { kind: "threw"; message: string }
  | { kind: "threwData"; data: unknown };

export type Expectation =
  | { kind: "returns"; value: unknown }
  | { kind: "throws"; message: RegExp }
  | { kind: "throwsData"; data: unknown };

export interface Case {
  title: string;
  run: (subject: Subject) => Promise<unknown>;
  expected: Expectation;
}

export const returns = (value: unknown): Expectation => ({ kind: "returns", value });
export const throws = (message: RegExp): Expectation => ({ kind: "throws", message });
/** A ConvexError that arrives with this data. */
export const throwsData = (data: unknown): Expectation => ({ kind: "throwsData", data });

/** Names the cases of one part of the semantics, so that titles are unique over all parts. */
export function part(
  name: string,
): (title: string, run: (subject: Subject) => Promise<unknown>, expected: Expectation) => Case {
  return (title, run, expected) => ({ title: `${name}: ${title}`, run, expected });
}

export async function observe(subject: Subject, run: Case["run"]): Promise<Outcome> {
  try {
    return { kind: "returned", value: await run(subject) };
  } catch (error) {
    if (error instanceof ConvexError) return { kind: "threwData", data: error.data };
    return { kind: "threw", message: error instanceof Error ? error.message : String(error) };
  }
}
