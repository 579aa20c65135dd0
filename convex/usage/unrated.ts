import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { notifyMembers } from "../notifications/model";

interface Unrated {
  projectId: Id<"projects">;
  service: string;
  model: string | undefined;
  runId: Id<"runs"> | undefined;
}

/** Notifies the members of the first usage of this service and model without a price. The record is written later. */
export async function notifyOfFirstUnrated(
  ctx: MutationCtx,
  { projectId, service, model, runId }: Unrated,
): Promise<void> {
  const earlier = await ctx.db
    .query("usageRecords")
    .withIndex("by_rating", (q) =>
      q.eq("projectId", projectId).eq("isRated", false).eq("service", service).eq("model", model),
    )
    .first();
  if (earlier !== null) return;
  const name = model === undefined ? service : `${service} (${model})`;
  await notifyMembers(ctx, projectId, {
    type: "usage_unrated",
    title: `The usage of ${name} has no price.`,
    body: "Its cost is unknown and missing in all sums, which say how many records are unrated.",
    ...omitNullish({ runId }),
  });
}
