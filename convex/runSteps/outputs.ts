// What the completed steps of an attempt hand to the steps after them.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";

export interface StepOutput {
  stepIndex: number;
  stepId: string;
  name: string;
  output: unknown;
}

/** Later failures of a step hide its output after this many. Each may hold a long schema, so few are read. */
const maxTries = 5;

/** Returns the newest output of each step of the plan, in their order. */
export async function outputsOf(
  ctx: QueryCtx,
  attempt: { runId: Id<"runs">; attempt: number },
  plannedSteps: number,
): Promise<StepOutput[]> {
  const found: StepOutput[] = [];
  for (let stepIndex = 0; stepIndex < plannedSteps; stepIndex++) {
    const step = await newestWithOutput(ctx, attempt, stepIndex);
    if (step?.output === undefined) continue;
    const { _id, name, output } = step;
    found.push({ stepIndex, stepId: publicId("runSteps", _id), name, output: JSON.parse(output) as unknown });
  }
  return found;
}

async function newestWithOutput(
  ctx: QueryCtx,
  { runId, attempt }: { runId: Id<"runs">; attempt: number },
  stepIndex: number,
): Promise<Doc<"runSteps"> | undefined> {
  const tries = ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("attempt", attempt).eq("stepIndex", stepIndex))
    .order("desc");
  let tried = 0;
  for await (const step of tries) {
    if (step.output !== undefined) return step;
    if (++tried >= maxTries) return undefined;
  }
  return undefined;
}
