// How much a transaction may still take away or take in. Rows with long texts count by what they hold as well, as a
// transaction may read only so much.
import { getConvexSize } from "convex/values";
import type { Value } from "convex/values";

export interface Room {
  rows: number;
  bytes: number;
}

/** Of the 16 MiB that a transaction may read; the rest is for whatever else it looks at. */
const bytesRead = 12 * 1024 * 1024;

/** Of a batch each of whose rows is read so often: removing a row reads it again. */
export function roomFor(rows: number, timesRead = 3): Room {
  return { rows, bytes: bytesRead / timesRead };
}

export function isFull({ rows, bytes }: Room): boolean {
  return rows <= 0 || bytes <= 0;
}

/** One row after another until none is left or the room is full. */
export async function takeInto<Row extends Value>(room: Room, rows: AsyncIterable<Row>): Promise<Row[]> {
  const taken: Row[] = [];
  await removeInto(room, rows, async (row) => void taken.push(row));
  return taken;
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
