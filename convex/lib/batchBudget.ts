// How many more rows and bytes a batch may take. Bytes count too, because rows can hold long texts.
import { getConvexSize } from "convex/values";
import type { Value } from "convex/values";

export interface BatchBudget {
  rows: number;
  bytes: number;
}

/** A batch uses 12 of the 16 MiB that a transaction may read; the rest is for its other reads. */
const bytesRead = 12 * 1024 * 1024;

/** The room of a batch in which each row is read `timesRead` times. Removing a row reads it again. */
export function batchBudget(rows: number, timesRead = 3): BatchBudget {
  return { rows, bytes: bytesRead / timesRead };
}

export function isSpent({ rows, bytes }: BatchBudget): boolean {
  return rows <= 0 || bytes <= 0;
}

/** `sizeOf` is for rows whose answer may be larger than they are. */
export async function takeWithin<Row extends Value>(
  budget: BatchBudget,
  rows: AsyncIterable<Row>,
  sizeOf: (row: Row) => number = getConvexSize,
): Promise<Row[]> {
  const taken: Row[] = [];
  await removeWithin(budget, rows, async (row) => void taken.push(row), sizeOf);
  return taken;
}

export async function removeWithin<Row extends Value>(
  budget: BatchBudget,
  rows: AsyncIterable<Row>,
  remove: (row: Row) => Promise<void>,
  sizeOf: (row: Row) => number = getConvexSize,
): Promise<void> {
  if (isSpent(budget)) return;
  for await (const row of rows) {
    await remove(row);
    budget.rows -= 1;
    budget.bytes -= sizeOf(row);
    if (isSpent(budget)) return;
  }
}
