import type { Doc } from "../_generated/dataModel";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

export interface EventView extends Ids {
  seq: number;
  type: string;
  /** The time in epoch milliseconds. */
  at: number;
  data: Record<string, unknown>;
}

export function presentEvent({ _id, _creationTime, seq, type, data, eventId }: Doc<"runEvents">): EventView {
  const view = { seq, type, at: Math.floor(_creationTime), data: JSON.parse(data) as EventView["data"] };
  return eventId === undefined ? withIds("runEvents", _id, view) : withIds("events", eventId, view);
}
