// Steps added, moved and removed. Pure.
import type { StepDraft } from "./draft";

export function moved(steps: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const step = steps[from];
  return step === undefined ? [...steps] : steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

/** The new step has a number that no other one has. */
export function added(steps: readonly StepDraft[], place: number, step: Omit<StepDraft, "key">): StepDraft[] {
  const key = 1 + Math.max(0, ...steps.map((each) => each.key));
  return steps.toSpliced(place, 0, { ...step, key });
}

export function removed(steps: readonly StepDraft[], place: number): StepDraft[] {
  return steps.toSpliced(place, 1);
}
