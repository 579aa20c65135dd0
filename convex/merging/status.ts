// The states of a merge run, which the job runner ends. This file is pure.
import type { Moves } from "../lib/states";
import type { MergeStatus } from "./schema";

export const mergeStatuses = ["running", "completed", "failed", "cancelled"] as const;

/** The moves by the status that the runner reports. A report of `running` changes nothing. */
export const mergeMoves = {
  running: { from: ["running"], to: "running" },
  completed: { from: ["running"], to: "completed" },
  failed: { from: ["running"], to: "failed" },
  cancelled: { from: ["running"], to: "cancelled" },
} as const satisfies Moves<MergeStatus>;

/** The moves that clients can ask for. */
export const mergeCalls = { redrive: { from: ["failed"], to: "running" } } as const satisfies Moves<MergeStatus>;
