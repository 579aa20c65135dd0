import { expect, it } from "vitest";
import { applyPassBound } from "./completeStep";

const gate = { kind: "judge" as const, passAt: 0.9, rubric: null, onFail: "repeat" as const };

it("what a judge says stays within what the service takes, also with the reason why the work has not passed", () => {
  const verdict = { pass: true, feedback: "x".repeat(20_000) };
  const strict = applyPassBound(gate, { verdict, qualityScores: { composite: 0.5 } });
  expect(strict.pass).toBe(false);
  expect(strict.feedback).toHaveLength(20_000);
  expect(strict.feedback).toMatch(/^The composite score 0.5 is below 0.9. x/);
  expect(applyPassBound(gate, { verdict, qualityScores: { composite: 0.9 } })).toEqual(verdict);
});
