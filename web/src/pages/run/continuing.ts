// Whether a run can continue in a round, and why not. The service's own table of moves says from which states. This
// file is pure.
import { runMoves } from "#convex/runs/status";
import type { Run } from "./useRun";

type State = Pick<Run, "status" | "prStatus">;

export function isOver({ status }: Pick<State, "status">): boolean {
  const from: readonly string[] = runMoves.continue.from;
  return from.includes(status);
}

/** Null when it can. */
export function whyNotContinue(run: State): string | null {
  if (!isOver(run)) return "The run can continue when it is over.";
  if (run.prStatus !== "merged" && run.prStatus !== "closed") return null;
  return `The pull request is ${run.prStatus}, so the run cannot continue. Restart it to begin a new one.`;
}

export function itemsText(count: number): string {
  return count === 1 ? "one item" : `${count} items`;
}
