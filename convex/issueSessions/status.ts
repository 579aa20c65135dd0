// The statuses of an issue session and the moves between them. A session is ended by the runner, or by the person who
// deletes it. Pure.
import type { Moves } from "../lib/states";
import type { SessionStatus } from "./schema";

export const sessionStatuses = ["active", "completed", "failed", "cancelled"] as const;

/**
 * The moves, each named by the status it leads to. An ended session keeps its status. Setting the same status again is
 * allowed and changes nothing, because a runner repeats a request whose answer was lost.
 */
export const sessionMoves = {
  active: { from: ["active"], to: "active" },
  completed: { from: ["active", "completed"], to: "completed" },
  failed: { from: ["active", "failed"], to: "failed" },
  cancelled: { from: ["active", "cancelled"], to: "cancelled" },
} as const satisfies Moves<SessionStatus>;
