import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";

export interface EventView {
  id: string;
  _id: string;
  seq: number;
  type: string;
  /** Epoch milliseconds. */
  at: number;
  data: Record<string, unknown>;
}

export function presentEvent({ _id, _creationTime, seq, type, data }: Doc<"runEvents">): EventView {
  const id = publicId("runEvents", _id);
  return { id, _id: id, seq, type, at: Math.floor(_creationTime), data: JSON.parse(data) as EventView["data"] };
}
