import { expect, it } from "vitest";
import type { Message } from "../../../domain/transcript/messageStore";
import type { Step } from "../useRun";
import { failedStep, lastLines, lastToolCall } from "./failedStep";

const step = (stepIndex: number, status: string, attempt = 1, round = 0) =>
  ({ stepIndex, status, attempt, round }) as Step;
const tool = (title: string, state: string) =>
  ({ kind: "tool", title, content: "", status: "complete", data: { state } }) as unknown as Message;

it("is the step that failed last, with its tries, and a restart may begin with it", () => {
  const steps = [step(0, "completed"), step(1, "failed"), step(1, "failed"), step(0, "failed", 0)];
  expect(failedStep({ steps, attempt: 1, round: 0 })).toEqual({ step: steps[2], tries: 2, mayBeginRestart: true });
});

it("is the step that was not completed, when none has failed", () => {
  const steps = [step(0, "completed"), step(1, "cancelled")];
  expect(failedStep({ steps, attempt: 1, round: 0 })?.step).toBe(steps[1]);
});

it("is one of the present round", () => {
  const steps = [step(0, "failed"), step(0, "completed", 1, 1)];
  expect(failedStep({ steps, attempt: 1, round: 1 })).toBeNull();
  expect(failedStep({ steps: [...steps, step(1, "failed", 1, 1)], attempt: 1, round: 1 })).toMatchObject({ tries: 1 });
});

it("is none before the first step, and no restart begins behind a step without a result", () => {
  expect(failedStep({ steps: [step(0, "failed", 1)], attempt: 2, round: 0 })).toBeNull();
  expect(failedStep({ steps: [step(0, "failed")], attempt: 1, round: 0 })?.mayBeginRestart).toBe(false);
  expect(failedStep({ steps: [step(0, "cancelled"), step(1, "failed")], attempt: 1, round: 0 })?.mayBeginRestart).toBe(
    false,
  );
});

it("finds the last tool call that failed, or else the last one", () => {
  const said = { kind: "text", title: null, content: "", status: "complete", data: null } as Message;
  expect(lastToolCall([said, tool("ls", "done"), tool("npm test", "failed")])?.call.title).toBe("npm test");
  expect(lastToolCall([said, tool("ls", "done"), tool("cat", "done")])?.call.title).toBe("ls");
  expect(lastToolCall([said])).toBeNull();
});

it("shows the end of an output", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  expect(lastLines(`${lines.join("\n")}\n`)).toBe(`…\n${lines.slice(10).join("\n")}`);
  expect(lastLines("one\ntwo\n")).toBe("one\ntwo");
  expect(lastLines("x".repeat(10_000)).length).toBeLessThan(6_100);
});
