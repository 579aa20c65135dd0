// A case is a few calls and their expected outcome. The outcome is data, so that a declared difference can replace it
// and be checked just as strictly.
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
/** Expects a ConvexError with this data. */
export const throwsData = (data: unknown): Expectation => ({ kind: "throwsData", data });

/** Adds the name of a part to the titles of its cases, so that titles are unique over all parts. */
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
