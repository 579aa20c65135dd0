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

export function presentEvent({ _id, _creationTime, seq, type, data }: Doc<"runEvents">): EventView {
  const at = Math.floor(_creationTime);
  return withIds("runEvents", _id, { seq, type, at, data: JSON.parse(data) as EventView["data"] });
}
