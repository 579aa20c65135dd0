// The migration that adds records of 0.1.0 to the sums, which that version did not keep.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { addToItsDay } from "./daySums";
import { addToRunUsage } from "./runUsage";
import { personaOfStep } from "./model";

export async function countEarlierRecord(ctx: MutationCtx, record: Doc<"usageRecords">): Promise<void> {
  if (record.isCounted === true) return;
  const run = record.runId === undefined ? null : await ctx.db.get("runs", record.runId);
  const sandbox = await ctx.db.get("sandboxes", record.sandboxId);
  const step = sandbox?.stepId === undefined ? null : await ctx.db.get("runSteps", sandbox.stepId);
  const found = omitNullish({ workflowId: run?.workflowId, personaId: await personaOfStep(ctx, step) });
  const counted = { ...record, ...found, isCounted: true } as const;
  await ctx.db.patch("usageRecords", record._id, { ...found, isCounted: true });
  await addToItsDay(ctx, counted);
  if (run !== null) await addToRunUsage(ctx, run, counted);
}
