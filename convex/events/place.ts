// Places in the feed of a project. A place is that of an event, and a reader who is there has it and all before it.
//
// Creation times do not follow the order of commits, so a reader that went by them could pass an event that is written
// but not committed yet. The timestamp of the commit does follow it: whatever commits later has a place behind all that
// any reader has seen. So a reader that knows one place misses nothing and gets nothing twice, whatever else runs.
import type { Doc } from "../_generated/dataModel";

export interface Place {
  commitTs: bigint;
  /** The creation time of the event, which orders the events of one transaction. */
  createdAt: number;
}

/** Before the first event. */
export const beginning: Place = { commitTs: 0n, createdAt: 0 };

export function placeOf({ commitTs, _creationTime: createdAt }: Doc<"events">): Place {
  if (typeof commitTs === "bigint") return { commitTs, createdAt };
  throw new Error("An event has no place before the transaction that writes it has committed.");
}

export function isBefore(place: Place, other: Place): boolean {
  if (place.commitTs !== other.commitTs) return place.commitTs < other.commitTs;
  return place.createdAt < other.createdAt;
}

export function placeText({ commitTs, createdAt }: Place): string {
  return `${commitTs} ${createdAt}`;
}

/** Reads a text that `placeText` has made. */
export function placeOfText(text: string): Place {
  const [commitTs = "", createdAt = ""] = text.split(" ");
  return { commitTs: BigInt(commitTs), createdAt: Number(createdAt) };
}
