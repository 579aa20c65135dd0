// What runners say about themselves: their names, agents and places. It is for people, and nothing is decided by it.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RunnerToken } from "../callers/runnerTokens";
import { omitNullish } from "../lib/omitNullish";
import { hourMs, isoTime } from "../lib/times";
import type { ReportRequest } from "./requests";
import type { RunnerReport } from "./schema";

/** A report that says nothing new is not written again before. */
const repeatedAfterMs = 20_000;
const sweptAfterMs = hourMs;
const sweptPerBatch = 200;

type TokenId = Id<"runnerTokens"> | undefined;

/** What a runner says about itself, for people. All of it is null for a runner that says nothing. */
export type ReportView = {
  name: string | null;
  version: string | null;
  protocol: number | null;
  agents: { name: string; kind: string; isolation: string; problem: string | null }[] | null;
  places: RunnerReport["places"] | null;
  freeDiskMb: number | null;
  lastError: { text: string; at: string } | null;
};

export async function recordReport(
  ctx: MutationCtx,
  token: RunnerToken | null,
  { runnerId, ...said }: ReportRequest,
): Promise<void> {
  const report = reportOf(said);
  const row = await reportRow(ctx, token?._id, runnerId);
  const reportedAtMs = Date.now();
  if (row === null) {
    const identity = { runnerId, ...omitNullish({ projectId: token?.projectId, tokenId: token?._id }) };
    await ctx.db.insert("runnerReports", { ...identity, report, reportedAtMs });
  } else if (reportedAtMs - row.reportedAtMs >= repeatedAfterMs || !isSame(row.report, report)) {
    await ctx.db.patch("runnerReports", row._id, { report, reportedAtMs });
  }
}

function reportOf({ agents, lastError, ...said }: Omit<ReportRequest, "runnerId">): RunnerReport {
  return {
    ...said,
    agents: agents.map(({ problem, ...agent }) => ({ ...agent, ...omitNullish({ problem }) })),
    ...omitNullish({ lastError: lastError && { text: lastError.text, atMs: lastError.at } }),
  };
}

function isSame(one: RunnerReport, other: RunnerReport): boolean {
  return JSON.stringify(presentReport(one)) === JSON.stringify(presentReport(other));
}

export async function readReport(ctx: QueryCtx, tokenId: TokenId, runnerId: string): Promise<ReportView> {
  return presentReport((await reportRow(ctx, tokenId, runnerId))?.report);
}

async function reportRow(ctx: QueryCtx, tokenId: TokenId, runnerId: string): Promise<Doc<"runnerReports"> | null> {
  return await ctx.db
    .query("runnerReports")
    .withIndex("by_identity", (q) => q.eq("tokenId", tokenId).eq("runnerId", runnerId))
    .first();
}

function presentReport(report: RunnerReport | undefined): ReportView {
  const { name = null, version = null, protocol = null, agents, places, freeDiskMb = null, lastError } = report ?? {};
  return {
    name,
    version,
    protocol,
    agents: agents?.map(({ name, kind, isolation, problem = null }) => ({ name, kind, isolation, problem })) ?? null,
    places: places ?? null,
    freeDiskMb,
    lastError: lastError === undefined ? null : { text: lastError.text, at: isoTime(lastError.atMs) },
  };
}

export const noReport = presentReport(undefined);

/** Deletes a batch of the reports of runners that are gone. Returns whether there may be more. */
export async function deleteOldReports(ctx: MutationCtx): Promise<boolean> {
  const gone = await ctx.db
    .query("runnerReports")
    .withIndex("by_time", (q) => q.lt("reportedAtMs", Date.now() - sweptAfterMs))
    .take(sweptPerBatch);
  for (const { _id } of gone) await ctx.db.delete("runnerReports", _id);
  return gone.length === sweptPerBatch;
}
