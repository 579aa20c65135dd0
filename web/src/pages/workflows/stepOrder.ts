// Steps added, moved and removed. Pure.
import type { StepDraft } from "./workflowDraft";

export function moveStep(steps: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const step = steps[from];
  return step === undefined ? [...steps] : steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

/** The new step has a number that no other one has. */
export function insertStep(steps: readonly StepDraft[], index: number, step: Omit<StepDraft, "key">): StepDraft[] {
  const key = 1 + Math.max(0, ...steps.map((each) => each.key));
  return steps.toSpliced(index, 0, { ...step, key });
}

export function removeStep(steps: readonly StepDraft[], index: number): StepDraft[] {
  return steps.toSpliced(index, 1);
}
