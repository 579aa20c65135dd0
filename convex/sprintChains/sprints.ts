// The records of a chain's sprints: one for each sprint that has a run or a pull request. Pure.
import type { Doc, Id } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import type { SprintRecord } from "./schema";

type Chain = Doc<"sprintChains">;
type Records = readonly SprintRecord[];

export function sprintCount({ sprintRange: { first, last } }: Pick<Chain, "sprintRange">): number {
  return last - first + 1;
}

export function sprintAt(records: Records, index: number): SprintRecord | undefined {
  return records.find((record) => record.index === index);
}

/** Returns the records with `record` in place of the previous one of the same sprint. */
export function withSprint(records: Records, record: SprintRecord): SprintRecord[] {
  const others = records.filter(({ index }) => index !== record.index);
  return [...others, record].sort((one, other) => one.index - other.index);
}

/** Returns the record of a sprint whose run has ended. */
export function recordAfter(record: SprintRecord, { status, prUrl }: Doc<"runs">): SprintRecord {
  if (status === "completed") return { ...record, outcome: status, ...omitNullish({ prUrl }) };
  return { ...record, outcome: status === "failed" ? status : "cancelled" };
}

/** Returns the run that has not ended. If there are several, it returns the one with the highest sprint. */
export function activeRunId(records: Records): Id<"runs"> | undefined {
  return records.findLast(isActive)?.runId;
}

export function isActive({ runId, outcome }: SprintRecord): boolean {
  return runId !== undefined && outcome === undefined;
}
