// Adds up what runs have come to. Pure.
import type { Doc } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import { fieldwiseSum } from "../lib/sums";

export type OutcomeSum = Doc<"outcomeDays">["sums"][number];
export type OutcomeGroup = Pick<OutcomeSum, "workflowId" | "personaId" | "model" | "agent">;
export type OutcomeAmounts = Required<Omit<OutcomeSum, keyof OutcomeGroup>>;

/** The sums of the runs that were created on a day. */
export type DayOfOutcomes = Pick<Doc<"outcomeDays">, "date" | "sums">;

export const zeroAmounts: OutcomeAmounts = {
  runs: 0,
  requests: 0,
  merged: 0,
  closed: 0,
  open: 0,
  rounds: 0,
  costMicroUsd: 0,
  unratedRecords: 0,
  mergeMs: 0,
  timedMerges: 0,
  proven: 0,
  accepted: 0,
};

export const addAmounts = fieldwiseSum(zeroAmounts);

const names = Object.keys(zeroAmounts) as (keyof OutcomeAmounts)[];

/** What must be added to `before` to get `after`. Null when they are the same. */
export function difference(before: OutcomeAmounts, after: OutcomeAmounts): Partial<OutcomeAmounts> | null {
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, after[name] - before[name]]));
}

function groupOf({ workflowId, personaId, model, agent }: OutcomeGroup): OutcomeGroup {
  return omitNullish({ workflowId, personaId, model, agent });
}

function keyOf({ workflowId, personaId, model, agent }: OutcomeGroup): string {
  return JSON.stringify([workflowId, personaId, model, agent]);
}

export function hasGroup(sums: readonly OutcomeSum[], group: OutcomeGroup): boolean {
  const key = keyOf(group);
  return sums.some((sum) => keyOf(sum) === key);
}

/** Adds to the sum of a group. An amount of 0 is left out, because the sums of a day are one document. */
export function addToSums(sums: readonly OutcomeSum[], added: OutcomeSum): OutcomeSum[] {
  const key = keyOf(added);
  const at = sums.findIndex((sum) => keyOf(sum) === key);
  const amounts = Object.entries(addAmounts(sums[at] ?? {}, added)).filter(([, amount]) => amount !== 0);
  const sum = { ...groupOf(added), ...Object.fromEntries(amounts) };
  return at === -1 ? [...sums, sum] : sums.with(at, sum);
}

/** Adds to the sums of a day in a list of days. */
export function addToDays(days: readonly DayOfOutcomes[], date: string, added: OutcomeSum): DayOfOutcomes[] {
  const at = days.findIndex((day) => day.date === date);
  const sums = addToSums(days[at]?.sums ?? [], added);
  return at === -1 ? [...days, { date, sums }] : days.with(at, { date, sums });
}
