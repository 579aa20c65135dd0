// The runs that cost most in a period. A run may work on several days, so the most expensive runs of each day are not
// enough. The rows of all days are read in the order of `totalMicroUsd`, which no run's cost in the period exceeds,
// until the next one cannot cost more than those that were found. Usually that is a row for each day and one for each
// run in the answer.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { dayMs } from "../lib/times";
import { maxDays } from "./daySums";
import { addAmounts, zeroAmounts } from "./sums";
import type { Amounts } from "./sums";

type RunUsage = Doc<"runUsage">;

export interface RunSums extends Amounts {
  runId: Id<"runs">;
  runNumber: number;
}

interface Period {
  first: string;
  last: string;
}

/**
 * The most rows that are read for one answer, besides one for each day. Only more runs than that which cost much before
 * the period, and little in it, would exhaust it.
 */
const maxRows = 2000;

export async function topRuns(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  period: Period,
  count: number,
): Promise<RunSums[]> {
  const days = await readDays(ctx, projectId, period);
  const found = new Map<Id<"runs">, RunSums>();
  let best: RunSums[] = [];
  for (let rows = 0; rows < maxRows; rows++) {
    const day = days.reduce<Day | undefined>((most, each) => (isAhead(each, most) ? each : most), undefined);
    const row = day?.next;
    if (day === undefined || row == null) break;
    const least = best[count - 1];
    if (least !== undefined && row.totalMicroUsd <= least.costMicroUsd) break;
    if (!found.has(row.runId)) {
      const sums = await sumsOfRun(ctx, row, period);
      found.set(row.runId, sums);
      best = [...best, sums].sort((a, b) => b.costMicroUsd - a.costMicroUsd).slice(0, count);
    }
    await day.advance();
  }
  return best;
}

function isAhead({ next }: Day, most: Day | undefined): boolean {
  if (next === null) return false;
  return most?.next == null || next.totalMicroUsd > most.next.totalMicroUsd;
}

/** The rows of one day, the largest total first. */
class Day {
  private rows: AsyncIterator<RunUsage, unknown> | null = null;

  constructor(
    private readonly ctx: QueryCtx,
    public next: RunUsage | null,
  ) {}

  async advance(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    this.rows ??= await this.rowsAfterFirst(next);
    const item = await this.rows.next();
    this.next = item.done === true ? null : item.value;
  }

  private async rowsAfterFirst({ projectId, date }: RunUsage): Promise<AsyncIterator<RunUsage, unknown>> {
    const ofDay = this.ctx.db
      .query("runUsage")
      .withIndex("by_total", (q) => q.eq("projectId", projectId).eq("date", date))
      .order("desc");
    const rows: AsyncIterator<RunUsage, unknown> = ofDay[Symbol.asyncIterator]();
    await rows.next();
    return rows;
  }
}

/** Each day of the period on which runs used something, with its first row. */
async function readDays(ctx: QueryCtx, projectId: Id<"projects">, { first, last }: Period): Promise<Day[]> {
  const days: Day[] = [];
  let row = await firstRowUpTo(ctx, projectId, first, last);
  while (row !== null && days.length < maxDays) {
    days.push(new Day(ctx, row));
    row = await firstRowUpTo(ctx, projectId, first, dayBefore(row.date));
  }
  return days;
}

/** The row with the largest total of the last day in the period. */
async function firstRowUpTo(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  first: string,
  last: string,
): Promise<RunUsage | null> {
  return await ctx.db
    .query("runUsage")
    .withIndex("by_total", (q) => q.eq("projectId", projectId).gte("date", first).lte("date", last))
    .order("desc")
    .first();
}

function dayBefore(date: string): string {
  return dayOf(Date.parse(date) - dayMs);
}

async function sumsOfRun(ctx: QueryCtx, { runId, runNumber }: RunUsage, { first, last }: Period): Promise<RunSums> {
  const rows = await ctx.db
    .query("runUsage")
    .withIndex("by_run", (q) => q.eq("runId", runId).gte("date", first).lte("date", last))
    .take(maxDays);
  return { runId, runNumber, ...rows.reduce<Amounts>(addAmounts, zeroAmounts) };
}
