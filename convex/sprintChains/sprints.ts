// The sprints of a chain as it keeps them: one record for each that has a run or a pull request. Pure.
import type { Doc, Id } from "../_generated/dataModel";
import type { SprintRecord } from "./schema";

type Chain = Doc<"sprintChains">;
type Records = readonly SprintRecord[];

export function sprintCount({ sprintRange: { first, last } }: Pick<Chain, "sprintRange">): number {
  return last - first + 1;
}

export function sprintAt(records: Records, index: number): SprintRecord | undefined {
  return records.find((record) => record.index === index);
}

/** With the record in place of the one of the same sprint. */
export function withSprint(records: Records, record: SprintRecord): SprintRecord[] {
  const others = records.filter(({ index }) => index !== record.index);
  return [...others, record].sort((one, other) => one.index - other.index);
}

/** The run that goes on; of several the one that began last in the order of sprints. */
export function activeRunId(records: Records): Id<"runs"> | undefined {
  return records.findLast(isActive)?.runId;
}

export function isActive({ runId, outcome }: SprintRecord): boolean {
  return runId !== undefined && outcome === undefined;
}
