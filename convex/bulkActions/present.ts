import type { Doc } from "../_generated/dataModel";
import type { Actor } from "../callers/actor";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { BulkActionName } from "./schema";

export interface BulkActionView extends Ids {
  action: BulkActionName;
  status: Doc<"bulkActions">["status"];
  /** How many runs it is about. It grows while `isSearching`. */
  matched: number;
  isSearching: boolean;
  /** How many runs it has changed, and how many did not allow it or were gone. */
  done: number;
  skipped: number;
  startedBy: Actor;
  createdAt: string;
  completedAt: string | null;
}

export function presentBulkAction(bulk: Doc<"bulkActions">): BulkActionView {
  const { action, status, matched, done, skipped, by: startedBy } = bulk;
  return withIds("bulkActions", bulk._id, {
    action,
    status,
    matched,
    isSearching: status === "running" && bulk.search !== undefined,
    done,
    skipped,
    startedBy,
    createdAt: isoTime(bulk._creationTime),
    completedAt: isoTimeOrNull(bulk.endedAtMs),
  });
}
