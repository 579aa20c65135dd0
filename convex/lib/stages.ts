// Work on more rows than one transaction may be able to hold. The first part is done at once, and the same transaction
// schedules the rest, so that no crash can lose it. The size of the first part depends on everything that the
// transaction has used so far: database calls, documents and bytes.
import type { TransactionMetrics } from "convex/server";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "./errors";

/**
 * The share of its limits that a transaction may have used when it begins another step. The rest is left for the last
 * step and for work that cannot wait. A large step is for example a run with all its inputs, or a text of a megabyte.
 */
const shares = { small: 0.5, large: 0.25 } as const;
type StepSize = keyof typeof shares;
/**
 * The share of its limits that a transaction may use when it must do all or nothing. Beyond this share the request is
 * refused. A hundred of the largest issues, read twice, use 96% of the bytes; the rest is enough for one more step.
 */
const shareOfWholes = 0.97;

/**
 * Works on rows while the transaction has room for more. Returns "done", or "more" when rows are left. Then the caller
 * schedules the rest in a new transaction, which has all its room.
 */
export async function workWhileRoom<Row>(
  ctx: MutationCtx,
  rows: AsyncIterable<Row>,
  work: (row: Row) => Promise<void>,
  size: StepSize = "small",
): Promise<"done" | "more"> {
  for await (const row of rows) {
    if (!(await hasRoom(ctx, size))) return "more";
    await work(row);
  }
  return "done";
}

/** Whether this transaction has room for another step. For work that can also be done later. */
export async function hasRoom(ctx: MutationCtx, size: StepSize = "small"): Promise<boolean> {
  return !(await hasUsed(ctx, shares[size]));
}

/**
 * Checks that the transaction still has room for work that cannot be done in parts. Otherwise throws VALIDATION, which
 * undoes everything done so far.
 */
export async function requireRoom(ctx: MutationCtx, field: string): Promise<void> {
  if (await hasUsed(ctx, shareOfWholes)) throw tooMuch(field);
}

export function tooMuch(field: string) {
  return invalid(field, `${field}: these are too large to be changed together; choose fewer.`);
}

async function hasUsed(ctx: MutationCtx, share: number): Promise<boolean> {
  const metrics: TransactionMetrics = await ctx.meta.getTransactionMetrics();
  return Object.values(metrics).some(({ used, remaining }) => used > share * (used + remaining));
}
