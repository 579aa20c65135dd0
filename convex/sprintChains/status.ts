// The calls that are allowed only in some states of a sprint chain. The job runner may set any state. Pure.
import type { ChainStatus } from "../lib/chainStatus";
import type { Moves } from "../lib/states";

export const sprintChainMoves = {
  beginSprint: { from: ["pending", "running"] },
  // The runner reports the pull request of a sprint when the sprint is over. By then the chain may be over, too.
  updatePr: { from: ["running", "completed", "failed", "cancelled"] },
} as const satisfies Moves<ChainStatus>;
