import type { Doc } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

export interface FeedEventView extends Ids {
  type: string;
  /** The time in epoch milliseconds. */
  at: number;
  subject: { type: string; id: string };
  runId?: string;
  data: Record<string, unknown>;
}

export function presentFeedEvent(event: Doc<"events">): FeedEventView {
  const { _id, _creationTime, type, subjectType, subjectId, runId, data } = event;
  return withIds("events", _id, {
    type,
    at: Math.floor(_creationTime),
    subject: { type: subjectType, id: subjectId },
    ...omitNullish({ runId: runId && publicId("runs", runId) }),
    data: JSON.parse(data) as FeedEventView["data"],
  });
}
