// Positions in the feed of a project. A position is that of an event, and a reader who is there has it and all before
// it.
//
// Creation times do not follow the order of commits, so a reader that went by them could pass an event that is written
// but not committed yet. The timestamp of the commit does follow it: whatever commits later has a position behind all
// that any reader has seen. So a reader that knows one position misses nothing and gets nothing twice, whatever else
// runs.
import type { Doc } from "../_generated/dataModel";

export interface FeedPosition {
  commitTs: bigint;
  /** The creation time of the event, which orders the events of one transaction. */
  createdAt: number;
}

/** Before the first event. */
export const beginning: FeedPosition = { commitTs: 0n, createdAt: 0 };

export function positionOf({ commitTs, _creationTime: createdAt }: Doc<"events">): FeedPosition {
  if (typeof commitTs === "bigint") return { commitTs, createdAt };
  throw new Error("An event has no position before the transaction that writes it has committed.");
}

export function isBefore(position: FeedPosition, other: FeedPosition): boolean {
  if (position.commitTs !== other.commitTs) return position.commitTs < other.commitTs;
  return position.createdAt < other.createdAt;
}

export function positionText({ commitTs, createdAt }: FeedPosition): string {
  return `${commitTs} ${createdAt}`;
}

/** Reads a text that `positionText` has made. */
export function parsePosition(text: string): FeedPosition {
  const [commitTs = "", createdAt = ""] = text.split(" ");
  return { commitTs: BigInt(commitTs), createdAt: Number(createdAt) };
}
