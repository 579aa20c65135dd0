// Where in the history of its run a step belongs, in words. This file is pure.
import type { Step } from "./useRun";

/** Empty for a step of the present attempt before its first round. */
export function stepLocationText({ attempt, round }: Pick<Step, "attempt" | "round">, presentAttempt: number): string {
  return [
    ...(attempt === presentAttempt ? [] : [`attempt ${attempt}`]),
    ...(round === 0 ? [] : [`round ${round}`]),
  ].join(", ");
}

/** The place behind the name of the step. */
export function stepLocationNote(step: Pick<Step, "attempt" | "round">, presentAttempt: number): string {
  const place = stepLocationText(step, presentAttempt);
  return place === "" ? "" : ` (${place})`;
}
