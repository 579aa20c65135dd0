// Which step of a workflow works on when a run that was over continues. Pure.
import type { StepRole } from "../lib/sharedValues";

/** The last step of role `designer`, or otherwise the first step. Undefined when there are no steps. */
export function stepThatContinues<Step extends { role: StepRole }>(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ role }) => role === "designer") ?? steps[0];
}
