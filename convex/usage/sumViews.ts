// The sums of usage that clients see, by model, workflow, persona or run.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { invalid } from "../lib/errors";
import { endOf, startOf } from "../lib/periods";
import type { Period } from "../lib/periods";
import { publicId } from "../lib/publicIds";
import { dayMs, isoTime } from "../lib/times";
import { maxDays, readDaySums } from "./daySums";
import type { DaySums } from "./daySums";
import { dollarsOf } from "./present";
import { addAmounts, modelOfKey, noKey, otherKeys, personaOfKey, workflowOfKey, zeroAmounts } from "./sums";
import type { Amounts, Dimension, Grouping } from "./sums";
import { topRuns } from "./topRuns";

export interface UsageSumView {
  /**
   * The service and the model, as `anthropic/claude-opus-4-5`, or the id of the workflow, the persona or the run. Null
   * for usage of none, and for the sum of all others.
   */
  key: string | null;
  /** The name of the model, workflow, persona or run. Null for usage of none, and for a run that is deleted. */
  name: string | null;
  /** True for the one row that adds up what has no row of its own. */
  isOther: boolean;
  /** The service of a model. */
  service: string | null;
  runNumber: number | null;
  records: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** The number of records whose cost is unknown. `costUsd` leaves them out. */
  unratedRecords: number;
}

export interface UsageDayView {
  date: string;
  /** The costs of the first rows on this day, in the order of the rows, and then that of all others. */
  costsUsd: number[];
}

export interface UsageSums {
  /** The most expensive first, and the sum of all others last. */
  rows: UsageSumView[];
  /** The days on which anything was used, the first one first. Empty for sums by run. */
  days: UsageDayView[];
  /**
   * Null when all usage is counted. Otherwise usage up to this time may still be missing, because a migration adds the
   * records of an earlier version.
   */
  completeSince: string | null;
}

/** The most rows of an answer. What remains is added up in one more row, except for runs. */
export const maxRows = 100;
/** The number of runs in an answer that asks for no other number. */
export const usualRuns = 20;
/** How many rows have their own costs by day, which is as many as a chart can tell apart. */
const rowsByDay = 5;

export interface AskedSums extends Period {
  groupBy: Grouping;
  limit?: number | undefined;
}

/** Sums of whole UTC days. Throws VALIDATION for a period that is too long. */
export async function usageSums(ctx: QueryCtx, projectId: Id<"projects">, asked: AskedSums): Promise<UsageSums> {
  const period = daysOf(asked);
  const completeSince = await newestUncounted(ctx, projectId);
  if (asked.groupBy === "run") {
    const runs = await topRuns(ctx, projectId, period, asked.limit ?? usualRuns);
    const rows = await Promise.all(
      runs.map(async ({ runId, runNumber, ...amounts }) => {
        const run = await ctx.db.get("runs", runId);
        return sumView(amounts, { key: publicId("runs", runId), name: nameOfRun(run), runNumber });
      }),
    );
    return { rows, days: [], completeSince };
  }
  const days = await readDaySums(ctx, projectId, asked.groupBy, period);
  return { ...(await presentSums(ctx, asked.groupBy, days, asked.limit ?? maxRows)), completeSince };
}

function nameOfRun(run: Doc<"runs"> | null): string | null {
  return run === null || run.deletedAtMs !== undefined ? null : run.name;
}

/** Without an end the period ends today. Without a start it has as many days as it may have. */
export function daysOf({ startDate, endDate }: Period): { first: string; last: string } {
  const last = endDate === undefined ? dayOf(Date.now()) : dayOf(endOf(endDate) - 1);
  const earliest = dayOf(Date.parse(last) - (maxDays - 1) * dayMs);
  const first = startDate === undefined ? earliest : dayOf(startOf(startDate));
  if (first < earliest) throw invalid("startDate", `startDate must be at most ${maxDays} days before endDate.`);
  return { first, last };
}

/** The newest record of this project that the migration has not counted yet. */
async function newestUncounted(ctx: QueryCtx, projectId: Id<"projects">): Promise<string | null> {
  const record = await ctx.db
    .query("usageRecords")
    .withIndex("by_counted", (q) => q.eq("projectId", projectId).eq("isCounted", undefined))
    .order("desc")
    .first();
  return record === null ? null : isoTime(record._creationTime);
}

async function presentSums(
  ctx: QueryCtx,
  dimension: Dimension,
  days: readonly DaySums[],
  limit: number,
): Promise<Pick<UsageSums, "rows" | "days">> {
  const totals = new Map<string, Amounts>();
  for (const { sums } of days) {
    for (const { key, ...amounts } of sums) totals.set(key, addAmounts(totals.get(key) ?? zeroAmounts, amounts));
  }
  const other = totals.get(otherKeys);
  totals.delete(otherKeys);
  const sorted = [...totals].sort(([, a], [, b]) => b.costMicroUsd - a.costMicroUsd || b.records - a.records);
  const shown = sorted.slice(0, limit);
  const rest = [...sorted.slice(limit).map(([, amounts]) => amounts), ...(other === undefined ? [] : [other])];
  const rows = await Promise.all(
    shown.map(async ([key, amounts]) => sumView(amounts, await namingOf(ctx, dimension, key))),
  );
  const others = rest.length === 0 ? [] : [sumView(rest.reduce(addAmounts, zeroAmounts), { isOther: true })];
  return { rows: [...rows, ...others], days: costsByDay(days, shown.map(([key]) => key).slice(0, rowsByDay)) };
}

function costsByDay(days: readonly DaySums[], keys: readonly string[]): UsageDayView[] {
  const byDate = new Map<string, number[]>();
  for (const { date, sums } of days) {
    const costs = byDate.get(date) ?? [...keys.map(() => 0), 0];
    byDate.set(date, costs);
    for (const { key, costMicroUsd } of sums) {
      const place = keys.indexOf(key);
      const at = place === -1 ? keys.length : place;
      costs[at] = (costs[at] ?? 0) + costMicroUsd;
    }
  }
  return [...byDate]
    .map(([date, costs]) => ({ date, costsUsd: costs.map(dollarsOf) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

type Naming = Partial<Pick<UsageSumView, "key" | "name" | "isOther" | "service" | "runNumber">>;

async function namingOf(ctx: QueryCtx, dimension: Dimension, key: string): Promise<Naming> {
  if (key === noKey) return {};
  switch (dimension) {
    case "model": {
      const { service, model } = modelOfKey(key);
      return { key: key.replace(" ", "/"), name: model, service };
    }
    case "workflow": {
      const id = workflowOfKey(key);
      const workflow = await ctx.db.get("workflows", id);
      return { key: publicId("workflows", id), name: workflow?.name ?? null };
    }
    case "persona": {
      const id = personaOfKey(key);
      return { key: publicId("personas", id), name: await nameOfPersona(ctx, id) };
    }
  }
}

/** The versions of a persona stay when it is deleted. */
export async function nameOfPersona(ctx: QueryCtx, id: Id<"personas">): Promise<string | null> {
  const newest = await ctx.db
    .query("personaVersions")
    .withIndex("by_persona_and_version", (q) => q.eq("personaId", id))
    .order("desc")
    .first();
  return newest?.name ?? null;
}

function sumView({ costMicroUsd, ...amounts }: Amounts, naming: Naming): UsageSumView {
  const named = { key: null, name: null, isOther: false, service: null, runNumber: null, ...naming };
  return { ...named, ...amounts, costUsd: dollarsOf(costMicroUsd) };
}
