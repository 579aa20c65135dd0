// How much a transaction may still take away. Rows with long texts count by what they hold as well, as a transaction may
// read only so much.
import { getConvexSize } from "convex/values";
import type { Value } from "convex/values";

export interface Room {
  rows: number;
  bytes: number;
}

/** Of a batch. A transaction may read 16 MiB, and removing a row reads it again. */
export function roomFor(rows: number): Room {
  return { rows, bytes: 4 * 1024 * 1024 };
}

export function isFull({ rows, bytes }: Room): boolean {
  return rows <= 0 || bytes <= 0;
}

/** Removes one row after another until none is left or the room is full. */
export async function removeInto<Row extends Value>(
  room: Room,
  rows: AsyncIterable<Row>,
  remove: (row: Row) => Promise<void>,
): Promise<void> {
  if (isFull(room)) return;
  for await (const row of rows) {
    await remove(row);
    room.rows -= 1;
    room.bytes -= getConvexSize(row);
    if (isFull(room)) return;
  }
}
