// What the deliveries of a webhook have come to: one row, which most transactions about deliveries change.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export async function stateOf(ctx: QueryCtx, webhookId: Id<"webhooks">): Promise<Doc<"webhookStates"> | null> {
  return await ctx.db
    .query("webhookStates")
    .withIndex("by_webhook", (q) => q.eq("webhookId", webhookId))
    .unique();
}

/** Something of the webhook is due at this time, or already. */
export async function wakeAt(ctx: MutationCtx, webhookId: Id<"webhooks">, dueAtMs: number): Promise<void> {
  const state = await stateOf(ctx, webhookId);
  if (state === null) return;
  await ctx.db.patch("webhookStates", state._id, { wakeAtMs: Math.min(state.wakeAtMs ?? dueAtMs, dueAtMs) });
}

/** When the next of its deliveries is due. Undefined: none is pending. */
export async function nextDueMs(ctx: QueryCtx, webhookId: Id<"webhooks">): Promise<number | undefined> {
  const next = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_due", (q) => q.eq("webhookId", webhookId).eq("status", "pending"))
    .first();
  return next?.dueAtMs;
}
