// What a failed run was doing when it failed. This file is pure.
import type { Message } from "../../../domain/transcript/messageStore";
import { readToolCall } from "../../../domain/transcript/toolCall";
import type { ToolCall } from "../../../domain/transcript/toolCall";
import type { Run, Step } from "../useRun";

export interface FailedStep {
  step: Step;
  /** How often the present round has tried this step. */
  tries: number;
  /** Whether a restart may begin with this step, which needs the results of those before it. */
  mayBeginRestart: boolean;
}

const done = new Set(["completed", "skipped"]);

/** The step that failed last, or else the one that was not completed. Null when no step had begun. */
export function failedStep({ steps, attempt, round }: Pick<Run, "steps" | "attempt" | "round">): FailedStep | null {
  const own = steps.filter((step) => step.attempt === attempt);
  const ofRound = own.filter((step) => step.round === round);
  const step =
    ofRound.findLast(({ status }) => status === "failed") ?? ofRound.findLast(({ status }) => !done.has(status));
  if (step === undefined) return null;
  const before = Array.from({ length: step.stepIndex }, (_, index) => index);
  return {
    step,
    tries: ofRound.filter(({ stepIndex }) => stepIndex === step.stepIndex).length,
    mayBeginRestart:
      step.stepIndex > 0 &&
      before.every((index) => own.some(({ stepIndex, status }) => stepIndex === index && done.has(status))),
  };
}

/** The last tool call that failed, or else the last one. `newestFirst` are the newest messages of the step. */
export function lastToolCall(newestFirst: readonly Message[]): { message: Message; call: ToolCall } | null {
  const calls = newestFirst
    .filter(({ kind }) => kind === "tool")
    .map((message) => ({ message, call: readToolCall(message) }));
  return calls.find(({ call }) => call.state === "failed") ?? calls[0] ?? null;
}

const shownLines = 30;
const maxLength = 6_000;

/** The end of an output, where what went wrong usually is. */
export function lastLines(output: string): string {
  const lines = output.trimEnd().split("\n");
  const end = lines.slice(-shownLines).join("\n");
  const cut = end.length > maxLength ? end.slice(-maxLength) : end;
  return cut.length < output.trimEnd().length ? `…\n${cut}` : cut;
}
