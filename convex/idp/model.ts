import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";

/** The id of a message is kept for far longer than a provider repeats an unanswered message. */
const retentionMs = 7 * dayMs;
/** Each message adds one row and deletes up to this many old ones, so that old rows do not pile up. */
const sweptPerMessage = 4;

/** Whether the message is received for the first time. Records its id. */
export async function isFirstReceipt(ctx: MutationCtx, messageId: string): Promise<boolean> {
  const earlier = await ctx.db
    .query("idpMessages")
    .withIndex("by_message_id", (q) => q.eq("messageId", messageId))
    .unique();
  if (earlier !== null) return false;
  await ctx.db.insert("idpMessages", { messageId });
  await sweep(ctx);
  return true;
}

async function sweep(ctx: MutationCtx): Promise<void> {
  const old = await ctx.db
    .query("idpMessages")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - retentionMs))
    .take(sweptPerMessage);
  for (const message of old) await ctx.db.delete("idpMessages", message._id);
}
