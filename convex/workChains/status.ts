// The states in which some calls on a work chain are allowed. The job runner may set any state. Pure.
import type { ChainStatus } from "../lib/chainStatus";
import type { Moves } from "../lib/states";

export const workChainMoves = {
  start: { from: ["pending", "failed"], to: "running" },
} as const satisfies Moves<ChainStatus>;

/** Whether the chain is running or can still be started. A failed chain can be started again. */
export function isUnfinished(status: ChainStatus): boolean {
  return status === "pending" || status === "running" || status === "failed";
}
