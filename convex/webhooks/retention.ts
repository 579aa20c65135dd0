// Removes deliveries: those of a webhook that is deleted, and those that are as old as the oldest events.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { batchBudget, isSpent, removeWithin } from "../lib/batchBudget";
import { dayMs } from "../lib/times";

const keptForMs = 30 * dayMs;
const rowsPerBatch = 500;

/** Removes one batch. Returns whether there may be more. */
export async function clearDeliveries(ctx: MutationCtx, webhookId: Id<"webhooks">): Promise<boolean> {
  const budget = batchBudget(rowsPerBatch, 2);
  const rows = ctx.db.query("webhookDeliveries").withIndex("by_webhook", (q) => q.eq("webhookId", webhookId));
  await removeWithin(budget, rows, ({ _id }) => ctx.db.delete("webhookDeliveries", _id));
  return isSpent(budget);
}

export async function sweepDeliveries(ctx: MutationCtx): Promise<boolean> {
  const budget = batchBudget(rowsPerBatch, 2);
  const old = ctx.db
    .query("webhookDeliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - keptForMs));
  await removeWithin(budget, old, ({ _id }) => ctx.db.delete("webhookDeliveries", _id));
  return isSpent(budget);
}
