// How many more rows and bytes a batch may take. Bytes count too, because rows can hold long texts.
import { getConvexSize } from "convex/values";
import type { Value } from "convex/values";

export interface Room {
  rows: number;
  bytes: number;
}

/** A batch uses 12 of the 16 MiB that a transaction may read; the rest is for its other reads. */
const bytesRead = 12 * 1024 * 1024;

/** The room of a batch in which each row is read `timesRead` times. Removing a row reads it again. */
export function roomFor(rows: number, timesRead = 3): Room {
  return { rows, bytes: bytesRead / timesRead };
}

export function isFull({ rows, bytes }: Room): boolean {
  return rows <= 0 || bytes <= 0;
}

export async function takeInto<Row extends Value>(room: Room, rows: AsyncIterable<Row>): Promise<Row[]> {
  const taken: Row[] = [];
  await removeInto(room, rows, async (row) => void taken.push(row));
  return taken;
}

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
