// The states of a sprint chain and the calls that need one. The job runner may set any. Pure.
import type { Moves } from "../lib/states";
import type { ChainStatus } from "./schema";

/** Of chains of either kind. */
export const chainStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

export const sprintChainMoves = {
  beginSprint: { from: ["pending", "running"] },
  // The pull request of a sprint is known when the sprint is over, which may have ended the chain.
  updatePr: { from: ["running", "completed", "failed", "cancelled"] },
} as const satisfies Moves<ChainStatus>;

/** Whether it can be cancelled; one that is over can be removed. */
export function isOpen(status: ChainStatus): boolean {
  return status === "pending" || status === "running";
}
