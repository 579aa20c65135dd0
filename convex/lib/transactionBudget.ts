// Work on more rows than one transaction may be able to hold. The first part is done at once, and the same transaction
// schedules the rest, so that no crash can lose it. The size of the first part depends on everything that the
// transaction has used so far: database calls, documents and bytes.
import type { TransactionMetrics } from "convex/server";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "./errors";

/**
 * A transaction begins another step only below this share of its limits; the rest is for the last step and for work
 * that cannot wait. A large step is for example a run with all its inputs, or a text of a megabyte.
 */
const shares = { small: 0.5, large: 0.25 } as const;
type StepSize = keyof typeof shares;
/**
 * A request that must do all or nothing is refused beyond this share. A hundred of the largest issues, read twice, use
 * 96% of the bytes; the rest is enough for one more step.
 */
const maxShareOfRequest = 0.97;

/** Works on rows while there is room. After "more" the caller schedules the rest in a new transaction. */
export async function workWithinBudget<Row>(
  ctx: MutationCtx,
  rows: AsyncIterable<Row>,
  work: (row: Row) => Promise<void>,
  size: StepSize = "small",
): Promise<"done" | "more"> {
  for await (const row of rows) {
    if (!(await hasBudgetLeft(ctx, size))) return "more";
    await work(row);
  }
  return "done";
}

/** Whether this transaction has room for another step. For work that can also be done later. */
export async function hasBudgetLeft(ctx: MutationCtx, size: StepSize = "small"): Promise<boolean> {
  return !(await hasUsed(ctx, shares[size]));
}

/** Throws VALIDATION, which undoes everything so far, when work that cannot be done in parts has no room. */
export async function requireBudgetLeft(ctx: MutationCtx, field: string): Promise<void> {
  if (await hasUsed(ctx, maxShareOfRequest)) throw tooLargeTogether(field);
}

export function tooLargeTogether(field: string) {
  return invalid(field, `${field}: these are too large to be changed together; choose fewer.`);
}

async function hasUsed(ctx: MutationCtx, share: number): Promise<boolean> {
  const metrics: TransactionMetrics = await ctx.meta.getTransactionMetrics();
  return Object.values(metrics).some(({ used, remaining }) => used > share * (used + remaining));
}
