// Gives up what nobody has finished within two hours, and deletes stored files that no artifact has: an upload can be
// repeated, and a runner can end in the middle. Only artifacts store files on this deployment.
import type { MutationCtx } from "../_generated/server";
import { hourMs } from "../lib/times";
import { deleteFile, findOwner } from "../runs/artifacts";
import { giveUp } from "./model";

const perBatch = 100;

/** An address for uploads is valid for an hour. */
const abandonedMs = 2 * hourMs;

/** Returns whether more is probably left. */
export async function sweepArtifacts(ctx: MutationCtx): Promise<boolean> {
  const beforeMs = Date.now() - abandonedMs;
  const begun = await ctx.db
    .query("artifacts")
    .withIndex("by_state", (q) => q.eq("state", "begun").lt("_creationTime", beforeMs))
    .take(perBatch);
  for (const artifact of begun) await giveUp(ctx, artifact);
  return (await sweepFiles(ctx, beforeMs)) || begun.length === perBatch;
}

/** Looks at each file once, two hours after. Times have fractions of a millisecond, so no two files share one. */
async function sweepFiles(ctx: MutationCtx, beforeMs: number): Promise<boolean> {
  const place = await ctx.db.query("artifactSweeps").first();
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", place?.untilMs ?? 0).lt("_creationTime", beforeMs))
    .take(perBatch);
  for (const { _id } of files) if ((await findOwner(ctx, _id)) === null) await deleteFile(ctx, _id);
  const untilMs = files.at(-1)?._creationTime;
  if (untilMs === undefined) return false;
  if (place === null) await ctx.db.insert("artifactSweeps", { untilMs });
  else await ctx.db.patch("artifactSweeps", place._id, { untilMs });
  return files.length === perBatch;
}
