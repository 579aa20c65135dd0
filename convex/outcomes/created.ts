// Counts the runs that are created, by group, in the row that each creation changes anyway (counters/createdRuns.ts).
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToSums, hasGroup } from "./amounts";
import type { OutcomeGroup } from "./amounts";
import { addToDay } from "./sums";

type CreatedRuns = Doc<"runNumbers">;

/** The sums of a day are one document, which is read for each day of a period. */
export const maxGroupsOfDay = 50;

/** The group of the runs of a day that has no room for another group. */
export const otherGroups: OutcomeGroup = Object.freeze({});

/** Counts a run that is created on `date`. Returns the group in which all that it comes to is counted. */
export async function countInGroup(
  ctx: MutationCtx,
  { projectId, row, date }: { projectId: Id<"projects">; row: CreatedRuns | null; date: string },
  wanted: OutcomeGroup,
): Promise<{ group: OutcomeGroup; created: NonNullable<CreatedRuns["created"]> }> {
  const isSameDay = row?.date === date;
  if (row !== null && !isSameDay) await addToDay(ctx, projectId, row.date, row.created ?? []);
  const before = isSameDay ? (row.created ?? []) : [];
  const group = roomFor(wanted, before);
  return { group, created: addToSums(before, { ...group, runs: 1 }) };
}

export function roomFor(wanted: OutcomeGroup, sums: NonNullable<CreatedRuns["created"]>): OutcomeGroup {
  return sums.length < maxGroupsOfDay || hasGroup(sums, wanted) ? wanted : otherGroups;
}
