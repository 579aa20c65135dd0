// The states of an issue session, which the job runner ends, or who deletes it. Pure.
import type { Moves } from "../lib/states";
import type { SessionStatus } from "./schema";

export const sessionStatuses = ["active", "completed", "failed", "cancelled"] as const;

/** By the status that is given. An end stays; to say it again is no change, as a runner may whose answer was lost. */
export const sessionMoves = {
  active: { from: ["active"], to: "active" },
  completed: { from: ["active", "completed"], to: "completed" },
  failed: { from: ["active", "failed"], to: "failed" },
  cancelled: { from: ["active", "cancelled"], to: "cancelled" },
} as const satisfies Moves<SessionStatus>;
