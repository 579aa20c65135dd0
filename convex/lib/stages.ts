// Work on more rows than one transaction may be able to hold: a first part is done at once, and what is left is scheduled
// in the same transaction, so that no crash forgets it. How much the first part is follows from what the transaction has
// used so far, of whatever it may use: calls of the database, documents and bytes.
import type { TransactionMetrics } from "convex/server";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "./errors";

/**
 * Of everything that a transaction may use; the rest is for the step that is begun last, and for whatever has to be done
 * at once. A large step is a run with all that it is given, or a text of a megabyte.
 */
const shares = { small: 0.5, large: 0.25 } as const;
type StepSize = keyof typeof shares;
/**
 * A transaction that has to do all or nothing is refused before it is at the end. A hundred of the largest issues, read
 * twice, take 96% of the bytes; what is left is enough for one more step.
 */
const shareOfWholes = 0.97;

/**
 * Works on one row after another while there is room for more. Gives whether rows are left: then the caller schedules the
 * rest, in a transaction that has all the room to begin with.
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

/** Whether anything may still be done in this transaction that can be done later as well. */
export async function hasRoom(ctx: MutationCtx, size: StepSize = "small"): Promise<boolean> {
  return !(await hasUsed(ctx, shares[size]));
}

/** For what cannot be done in parts. Throws VALIDATION, which undoes what is done so far, when it is too much for one transaction. */
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
