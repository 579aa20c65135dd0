// Which steps of a workflow are still to come. This file is pure.
import type { Step } from "../useRun";

/**
 * The steps after the last one that was begun, up to the end of its iteration. The index of a step counts over all
 * iterations. Empty when the workflow has changed since, as far as the steps that were begun show it.
 */
export function comingSteps(
  plan: readonly { name: string }[],
  begun: readonly Pick<Step, "stepIndex" | "name">[],
): { stepIndex: number; name: string }[] {
  const size = plan.length;
  if (size === 0) return [];
  const hasChanged = begun.some(({ stepIndex, name }) => plan[stepIndex % size]?.name !== name);
  if (hasChanged) return [];
  const next = begun.reduce((last, { stepIndex }) => Math.max(last, stepIndex), -1) + 1;
  const end = next === 0 ? size : Math.ceil(next / size) * size;
  return Array.from({ length: end - next }, (_, ahead) => {
    const stepIndex = next + ahead;
    return { stepIndex, name: plan[stepIndex % size]?.name ?? "" };
  });
}
