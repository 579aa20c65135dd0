// The states of a run and the calls that move it. The job runner may set any. Pure.
import type { Doc } from "../_generated/dataModel";
import type { Moves } from "../lib/states";
import type { RunStatus } from "./schema";

export const runStatuses = ["pending", "scheduled", "running", "paused", "completed", "failed", "cancelled"] as const;

/** Of what runs leave on a code host: a pull request, and what is checked of it. */
export const prStatuses = ["draft", "open", "merged", "closed", "failed"] as const;
export const checkStatuses = ["pending", "running", "success", "failure"] as const;

export const runMoves = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  cancel: { from: ["pending", "scheduled", "running", "paused"], to: "cancelled" },
  restart: { from: ["completed", "failed", "cancelled"], to: "pending" },
  requestGracefulStop: { from: ["running", "paused"] },
  release: { from: ["scheduled"], to: "pending" },
} as const satisfies Moves<RunStatus>;

export function isFinal(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Whether the runner may work on it: such a run has a snapshot of what it is given. */
export function isReady(status: RunStatus): boolean {
  return status === "pending" || isActive(status);
}

/** What the counter `activeRuns` counts. */
export function isActive(status: RunStatus): boolean {
  return status === "running" || status === "paused";
}

/** The time that it has been running so far, without pauses. */
export function activeDurationMs(run: Pick<Doc<"runs">, "activeDurationMs" | "activeSinceMs">, nowMs: number): number {
  return run.activeDurationMs + (run.activeSinceMs === undefined ? 0 : Math.max(0, nowMs - run.activeSinceMs));
}
