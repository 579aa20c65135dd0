// The states of a work chain and the calls that need one. The job runner may set any. Pure.
import type { Moves } from "../lib/states";
import type { ChainStatus } from "../sprintChains/schema";

export const workChainMoves = {
  start: { from: ["pending", "failed"], to: "running" },
} as const satisfies Moves<ChainStatus>;

/** Whether it is being worked on or can still be started. */
export function isUnfinished(status: ChainStatus): boolean {
  return status === "pending" || status === "running" || status === "failed";
}
