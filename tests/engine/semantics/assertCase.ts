// Compares the result of a case with its expected result, unless a difference is declared.
import { expect } from "vitest";
import { differences } from "../differences";
import { type Case, type Expectation, observe, type Outcome } from "./case";
import type { Subject } from "./subject";

export async function assertCase(subject: Subject, { title, run, expected }: Case): Promise<void> {
  const outcome = await observe(subject, run);
  const difference = differences.find((row) => row.title === title && row.subject === subject.name);
  if (difference === undefined) {
    assertOutcome(outcome, expected);
    return;
  }
  if (difference.instead.kind !== "otherwise") assertOutcome(outcome, difference.instead);
  if (fulfils(outcome, expected)) expect.fail(`${subject.name} no longer differs in this case.`);
}

function fulfils(outcome: Outcome, expected: Expectation): boolean {
  try {
    assertOutcome(outcome, expected);
    return true;
  } catch {
    return false;
  }
}

function assertOutcome(outcome: Outcome, expected: Expectation): void {
  switch (expected.kind) {
    case "returns":
      expect(outcome).toStrictEqual({ kind: "returned", value: expected.value });
      return;
    case "throws":
      expect(outcome).toStrictEqual({ kind: "threw", message: expect.stringMatching(expected.message) });
      return;
    case "throwsData":
      expect(outcome).toStrictEqual({ kind: "threwData", data: expected.data });
      return;
  }
}
