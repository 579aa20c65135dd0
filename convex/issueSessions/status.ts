// The statuses of an issue session. The runner ends it, or the person who deletes it. Pure.
import type { Moves } from "../lib/states";
import type { SessionStatus } from "./schema";

export const sessionStatuses = ["active", "completed", "failed", "cancelled"] as const;

/** An ended session keeps its status. The same status may be set again, because a runner repeats lost requests. */
export const sessionMoves = {
  active: { from: ["active"], to: "active" },
  completed: { from: ["active", "completed"], to: "completed" },
  failed: { from: ["active", "failed"], to: "failed" },
  cancelled: { from: ["active", "cancelled"], to: "cancelled" },
} as const satisfies Moves<SessionStatus>;
