// Sums of records of usage by model, workflow or persona. Pure.
import type { Doc, Id } from "../_generated/dataModel";
import { fieldwiseSum } from "../lib/sums";

/** What sums are kept by, for each UTC day. A sum by run is found otherwise (topRuns.ts). */
export const dimensions = ["model", "workflow", "persona"] as const;
export type Dimension = (typeof dimensions)[number];

/** Clients may ask for sums by each of these. */
export const groupings = [...dimensions, "run"] as const;
export type Grouping = (typeof groupings)[number];

export type KeyedSums = Doc<"usageDays">["sums"];
export type Amounts = Omit<KeyedSums[number], "key">;

export const zeroAmounts: Amounts = {
  records: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  durationMs: 0,
  costMicroUsd: 0,
  unratedRecords: 0,
};

export const addAmounts = fieldwiseSum(zeroAmounts);

type UsageRecord = Pick<
  Doc<"usageRecords">,
  "service" | "model" | "workflowId" | "personaId" | "isRated" | "costMicroUsd"
> &
  Pick<Amounts, "inputTokens" | "outputTokens" | "cacheReadTokens" | "durationMs">;

export function amountsOf(record: UsageRecord): Amounts {
  const { inputTokens, outputTokens, cacheReadTokens, durationMs, costMicroUsd, isRated } = record;
  const tokens = { inputTokens, outputTokens, cacheReadTokens };
  return { records: 1, ...tokens, durationMs, costMicroUsd, unratedRecords: Number(!isRated) };
}

/** The key of records that have no workflow or no persona. */
export const noKey = "";
/** The key of the records of a day that has too many keys to keep a sum for each. No other key is like it. */
export const otherKeys = "*";

/** An agent may report any number of models, and the sums of a day are one document, which is read for each day. */
export const maxKeysOfDay = 64;

/** The keys of a record: the service with the model, if it is known, and the ids of the workflow and the persona. */
export function keysOf({ service, model, workflowId, personaId }: UsageRecord): Record<Dimension, string> {
  return {
    model: model === undefined ? service : `${service} ${model}`,
    workflow: workflowId ?? noKey,
    persona: personaId ?? noKey,
  };
}

/** Neither a service nor a model contains a space. */
export function modelOfKey(key: string): { service: string; model: string | null } {
  const [service = "", model = null] = key.split(" ");
  return { service, model };
}

// The key is the id of a row of this table, written by `keysOf`.
export const workflowOfKey = (key: string): Id<"workflows"> => key as Id<"workflows">;
export const personaOfKey = (key: string): Id<"personas"> => key as Id<"personas">;

/** Adds sums to those of a day. Keys for which there is no room are added up under `otherKeys`. */
export function addToDay(day: KeyedSums, added: KeyedSums): KeyedSums {
  const sums = new Map(day.map((sum) => [sum.key, sum]));
  for (const { key: wanted, ...amounts } of added) {
    const key = sums.has(wanted) || sums.size < maxKeysOfDay ? wanted : otherKeys;
    sums.set(key, { key, ...addAmounts(sums.get(key) ?? zeroAmounts, amounts) });
  }
  return [...sums.values()];
}
