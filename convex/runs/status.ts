// The states of a run and the calls that change them. The job runner may set any state. This file is pure.
import type { Doc } from "../_generated/dataModel";
import type { Moves } from "../lib/states";
import type { RunStatus } from "./schema";

export const runStatuses = ["pending", "scheduled", "running", "paused", "completed", "failed", "cancelled"] as const;

/** How lists of runs can be sorted: by their age, or the most expensive first. */
export const runOrders = ["newest", "cost"] as const;

/** The states of a run's pull request on the code host, and of the checks on it. */
export const prStatuses = ["draft", "open", "merged", "closed", "failed"] as const;
export const checkStatuses = ["pending", "running", "success", "failure"] as const;

export const runMoves = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  cancel: { from: ["pending", "scheduled", "running", "paused"], to: "cancelled" },
  restart: { from: ["completed", "failed", "cancelled"], to: "pending" },
  continue: { from: ["completed", "failed", "cancelled"], to: "pending" },
  requestGracefulStop: { from: ["running", "paused"] },
  release: { from: ["scheduled"], to: "pending" },
} as const satisfies Moves<RunStatus>;

export function isFinal(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Whether the runner may work on the run. Such a run has a snapshot of its inputs. */
export function isReady(status: RunStatus): boolean {
  return status === "pending" || isActive(status);
}

/** Whether the counter `activeRuns` counts the run. */
export function isActive(status: RunStatus): boolean {
  return status === "running" || status === "paused";
}

/** The time that the run has been running so far, without pauses. */
export function activeDurationMs(run: Pick<Doc<"runs">, "activeDurationMs" | "activeSinceMs">, nowMs: number): number {
  return run.activeDurationMs + (run.activeSinceMs === undefined ? 0 : Math.max(0, nowMs - run.activeSinceMs));
}

export const runSources = ["api", "dashboard", "recurring_task", "sprint_chain", "work_chain", "callback"] as const;
