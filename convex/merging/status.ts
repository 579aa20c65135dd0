// The states of a merge run, which the job runner ends. Pure.
import type { Moves } from "../lib/states";
import type { MergeStatus } from "./schema";

export const mergeStatuses = ["running", "completed", "failed", "cancelled"] as const;

/** By the status that the runner gives; to go on running is no change. */
export const mergeMoves = {
  running: { from: ["running"], to: "running" },
  completed: { from: ["running"], to: "completed" },
  failed: { from: ["running"], to: "failed" },
  cancelled: { from: ["running"], to: "cancelled" },
} as const satisfies Moves<MergeStatus>;
