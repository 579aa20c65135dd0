// Deletes entries of the audit log some time after they were written.
import type { MutationCtx } from "../_generated/server";
import { batchBudget, isSpent, removeWithin } from "../lib/batchBudget";
import { dayMs } from "../lib/times";

const usualDays = 400;
const rowsPerBatch = 500;

/** Deletes one batch of old entries. Returns whether there may be more. */
export async function sweepEntries(ctx: MutationCtx, nowMs: number): Promise<boolean> {
  const budget = batchBudget(rowsPerBatch, 2);
  const old = ctx.db
    .query("auditEntries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", nowMs - keptDays() * dayMs));
  await removeWithin(budget, old, ({ _id }) => ctx.db.delete("auditEntries", _id));
  return isSpent(budget);
}

/** `SERVICE_AUDIT_DAYS`, a whole number of days. Anything else counts as not set. */
function keptDays(): number {
  const text = process.env["SERVICE_AUDIT_DAYS"] ?? "";
  return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : usualDays;
}
