// The states of a sprint chain, and the calls that are allowed only in some of them. The job runner may set any state.
// Pure.
import type { Moves } from "../lib/states";
import type { ChainStatus } from "./schema";

/** The states of sprint chains and of work chains. */
export const chainStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

export const sprintChainMoves = {
  beginSprint: { from: ["pending", "running"] },
  // The runner reports the pull request of a sprint when the sprint is over. By then the chain may be over, too.
  updatePr: { from: ["running", "completed", "failed", "cancelled"] },
} as const satisfies Moves<ChainStatus>;

/** Whether the chain is not over yet. An open chain can be cancelled; a chain that is over can be removed. */
export function isOpen(status: ChainStatus): boolean {
  return status === "pending" || status === "running";
}
