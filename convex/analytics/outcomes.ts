// What runs have come to: how many opened pull requests that were merged, and what a merged one cost.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Period } from "../lib/periods";
import { publicId } from "../lib/publicIds";
import { hourMs } from "../lib/times";
import { addAmounts, zeroAmounts } from "../outcomes/amounts";
import type { DayOfOutcomes, OutcomeAmounts, OutcomeSum } from "../outcomes/amounts";
import { readOutcomes } from "../outcomes/sums";
import { maxDays } from "../usage/daySums";
import { dollarsOf } from "../usage/present";
import { daysOf, nameOfPersona } from "../usage/sumViews";
import { personaOfKey, workflowOfKey } from "../usage/sums";
import type { OutcomeGrouping } from "./outcomeValues";
import { wilsonInterval } from "./wilson";
import type { Rate } from "./wilson";

export interface OutcomeView {
  /** The id of the workflow or persona, or the name of the model or agent. Null for runs without one, and for all. */
  key: string | null;
  /** Null where there is no key, and for what was deleted for good. */
  name: string | null;
  runs: number;
  /** The runs with a pull request. Each has at most one that counts: the newest. */
  requests: number;
  merged: number;
  closed: number;
  /** Drafts are open, too. */
  open: number;
  /** How many of the requests that are merged or closed are merged, with the range of the true rate. */
  mergeRate: Rate | null;
  /** The mean number of further rounds of the runs with a request. */
  meanRounds: number | null;
  /** What all of the runs cost, whether or not they have a request. */
  costUsd: number;
  /** `costUsd` by the number of merged requests. Null when nothing is merged, or when a cost is unknown. */
  costPerMergedUsd: number | null;
  /** From when the request appeared on the run until it was merged. */
  meanHoursToMerge: number | null;
  /** The completed runs whose gates have all passed. */
  proven: number;
  /** The completed runs that somebody has accepted although not all gates have passed. */
  accepted: number;
  /** The number of usage records whose cost is unknown. `costUsd` leaves them out. */
  unratedRecords: number;
}

export interface OutcomeDayView {
  date: string;
  runs: number;
  merged: number;
  closed: number;
  open: number;
}

/** An answer has no more rows. A project with more groups has those with the fewest runs added up in the last row. */
export const maxRows = 200;

const othersName = "All others";

export interface AskedOutcomes extends Period {
  groupBy: OutcomeGrouping;
}

/** The runs that were created on the days of the period, those with the most runs first. Throws VALIDATION. */
export async function outcomesOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { groupBy, ...period }: AskedOutcomes,
): Promise<{ rows: OutcomeView[]; days: OutcomeDayView[] }> {
  const days = await readOutcomes(ctx, projectId, { ...daysOf(period), maxDays });
  return { rows: await rowsOf(ctx, groupBy, days), days: daysInOrder(days) };
}

/** The key of a sum, as it is stored. Null: the runs have none. Undefined: they are not told apart. */
const keyOf: Record<OutcomeGrouping, (sum: OutcomeSum) => string | null | undefined> = {
  none: () => null,
  workflow: ({ workflowId }) => workflowId,
  persona: ({ workflowId, personaId = null }) => (workflowId === undefined ? undefined : personaId),
  model: ({ workflowId, model = null }) => (workflowId === undefined ? undefined : model),
  agent: ({ workflowId, agent = null }) => (workflowId === undefined ? undefined : agent),
};

async function rowsOf(ctx: QueryCtx, groupBy: OutcomeGrouping, days: readonly DayOfOutcomes[]): Promise<OutcomeView[]> {
  const totals = new Map<string | null | undefined, OutcomeAmounts>();
  if (groupBy === "none") totals.set(null, zeroAmounts);
  for (const sum of days.flatMap(({ sums }) => sums)) {
    const key = keyOf[groupBy](sum);
    totals.set(key, addAmounts(totals.get(key) ?? zeroAmounts, sum));
  }
  const others = totals.get(undefined);
  totals.delete(undefined);
  const sorted = [...totals].toSorted(([, a], [, b]) => b.runs - a.runs || b.costMicroUsd - a.costMicroUsd);
  const shown = sorted.slice(0, others === undefined && sorted.length <= maxRows ? maxRows : maxRows - 1);
  const rest = [...sorted.slice(shown.length).map(([, amounts]) => amounts), ...(others === undefined ? [] : [others])];
  const rows = await Promise.all(
    shown.map(async ([key, amounts]) => present(amounts, await namingOf(ctx, groupBy, key ?? null))),
  );
  if (rest.length === 0) return rows;
  return [...rows, present(rest.reduce(addAmounts, zeroAmounts), { key: null, name: othersName })];
}

function daysInOrder(days: readonly DayOfOutcomes[]): OutcomeDayView[] {
  const byDate = new Map<string, OutcomeAmounts>();
  for (const { date, sums } of days) byDate.set(date, sums.reduce(addAmounts, byDate.get(date) ?? zeroAmounts));
  return [...byDate]
    .map(([date, { runs, merged, closed, open }]) => ({ date, runs, merged, closed, open }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

type Naming = Pick<OutcomeView, "key" | "name">;

async function namingOf(ctx: QueryCtx, groupBy: OutcomeGrouping, key: string | null): Promise<Naming> {
  if (key === null) return { key, name: null };
  switch (groupBy) {
    case "none":
    case "model":
    case "agent":
      return { key, name: key };
    case "workflow": {
      const id = workflowOfKey(key);
      return { key: publicId("workflows", id), name: await nameOfWorkflow(ctx, id) };
    }
    case "persona": {
      const id = personaOfKey(key);
      return { key: publicId("personas", id), name: await nameOfPersona(ctx, id) };
    }
  }
}

/** A workflow that was deleted for good is remembered by its runs. */
async function nameOfWorkflow(ctx: QueryCtx, workflowId: Id<"workflows">): Promise<string | null> {
  const workflow = await ctx.db.get("workflows", workflowId);
  if (workflow !== null) return workflow.name;
  const run = await ctx.db
    .query("runs")
    .withIndex("by_workflow", (q) => q.eq("workflowId", workflowId))
    .first();
  return run?.workflowName ?? null;
}

function present(amounts: OutcomeAmounts, naming: Naming): OutcomeView {
  const { runs, requests, merged, closed, open, proven, accepted, unratedRecords } = amounts;
  const costUsd = dollarsOf(amounts.costMicroUsd);
  return {
    ...naming,
    runs,
    requests,
    merged,
    closed,
    open,
    mergeRate: wilsonInterval(merged, merged + closed),
    meanRounds: meanOf(amounts.rounds, requests),
    costUsd,
    costPerMergedUsd: unratedRecords > 0 ? null : meanOf(costUsd, merged),
    meanHoursToMerge: meanOf(amounts.mergeMs / hourMs, amounts.timedMerges),
    proven,
    accepted,
    unratedRecords,
  };
}

function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}
