// The statuses of an issue session. The runner ends it, or the person who deletes it. Pure.
import type { Moves } from "../lib/states";
import type { SessionStatus } from "./schema";

export const sessionStatuses = ["active", "completed", "failed", "cancelled"] as const;

/** A runner ends a session for good. It may set the same status again, because it repeats lost requests. */
export const sessionMoves = {
  active: { from: ["active"], to: "active" },
  completed: { from: ["active", "completed"], to: "completed" },
  failed: { from: ["active", "failed"], to: "failed" },
  cancelled: { from: ["active", "cancelled"], to: "cancelled" },
} as const satisfies Moves<SessionStatus>;

/** The moves that clients can ask for. */
export const sessionCalls = { redrive: { from: ["failed"], to: "active" } } as const satisfies Moves<SessionStatus>;
