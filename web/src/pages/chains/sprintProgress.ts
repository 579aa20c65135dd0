// How far a sprint chain is. Pure.
interface Sprints {
  status: string;
  sprintRange: readonly number[];
  currentSprintIndex: number;
}

export function countSprints({ sprintRange: [first = 1, last = first] }: Pick<Sprints, "sprintRange">): number {
  return last - first + 1;
}

/** A completed chain has done all sprints, whatever its index says. */
export function countDoneSprints(chain: Sprints): number {
  return chain.status === "completed" ? countSprints(chain) : chain.currentSprintIndex;
}
