import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { countSpending } from "../budgets/counting";
import { addCounts } from "../counters/shards";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { patchAndReturn } from "../lib/patchAndReturn";
import { recordLateUsage } from "../personas/statistics";
import { appendEvent } from "../runEvents/model";
import { costOfRun, costsAfter } from "../runs/cost";
import { updateOutcomes } from "../runs/outcomes";
import type { Usage } from "./cost";
import { addToToday } from "./daySums";
import { presentPrices } from "./deploymentPrices";
import { dollarsOf } from "./present";
import { costOf } from "./pricing";
import { addToRunUsage } from "./runUsage";
import { notifyOfFirstUnrated } from "./unrated";

export interface Report {
  service: string;
  usage: Usage;
  model?: string;
  reportedMicroUsd?: number;
  key?: string;
}

export function microUsdOf(dollars: number): number {
  return Math.round(dollars * 1_000_000);
}

/** A runner that has lost the answer repeats its report with the same key and gets the same record. */
export async function recordOnce(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  { key, ...report }: Report,
): Promise<Doc<"usageRecords">> {
  if (key === undefined) return await recordUsage(ctx, sandbox, report);
  const inRun = `${sandbox.runId ?? sandbox._id} ${key}`;
  const recorded = await ctx.db
    .query("usageRecords")
    .withIndex("by_key", (q) => q.eq("key", inRun))
    .first();
  return recorded ?? (await recordUsage(ctx, sandbox, { ...report, key: inRun }));
}

/** Records usage of a sandbox. Adds its cost to the sandbox's run and step, and to the project's sums for today. */
async function recordUsage(ctx: MutationCtx, sandbox: Doc<"sandboxes">, report: Report): Promise<Doc<"usageRecords">> {
  const { projectId, runId, stepId } = sandbox;
  const { service, usage, model, reportedMicroUsd, key } = report;
  const cost = costOf(usage, report, presentPrices());
  const isRated = cost.source !== null;
  if (!isRated) await notifyOfFirstUnrated(ctx, { projectId, service, model, runId });
  const run = runId === undefined ? null : await ctx.db.get("runs", runId);
  const step = stepId === undefined ? null : await ctx.db.get("runSteps", stepId);
  const id = await ctx.db.insert("usageRecords", {
    projectId,
    service,
    sandboxId: sandbox._id,
    ...usage,
    costMicroUsd: cost.costMicroUsd,
    isRated,
    isCounted: true,
    ...omitNullish({ runId, model, reportedMicroUsd, costSource: cost.source, priceDate: cost.date, key }),
    ...omitNullish({ workflowId: run?.workflowId, personaId: await personaOfStep(ctx, step) }),
  });
  const record = await getOrThrow(ctx, "usageRecords", id);
  const { inputTokens, outputTokens } = usage;
  const unratedRecords = Number(!isRated);
  const today = { tokens: inputTokens + outputTokens, costMicroUsd: cost.costMicroUsd, unratedRecords };
  await addCounts(ctx, projectId, { today });
  await addToToday(ctx, record);
  if (run === null && cost.costMicroUsd > 0) await countSpending(ctx, projectId, null, cost.costMicroUsd);
  if (run !== null) await addCostIncrease(ctx, run, await addToRun(ctx, run, record));
  if (step !== null) await addToStep(ctx, step, usage, cost.costMicroUsd);
  return record;
}

/**
 * The persona stays in the sums when it is deleted, as its versions do. Only a project that is being deleted loses
 * them, and it loses them before its steps.
 */
export async function personaOfStep(ctx: QueryCtx, step: Doc<"runSteps"> | null): Promise<Id<"personas"> | null> {
  if (step?.personaVersionId === undefined) return null;
  return (await ctx.db.get("personaVersions", step.personaVersionId))?.personaId ?? null;
}

/**
 * Counts in budgets by how much the cost of a run has risen. Runners report it by records, by a sum in their progress,
 * or by both (runs/cost.ts), so neither is counted twice. Returns the run, which a budget may have stopped.
 */
export async function addCostIncrease(ctx: MutationCtx, before: Doc<"runs">, after: Doc<"runs">): Promise<Doc<"runs">> {
  const microUsd = costOfRun(after) - costOfRun(before);
  if (microUsd <= 0) return after;
  await countSpending(ctx, after.projectId, after, microUsd);
  return (await ctx.db.get("runs", after._id)) ?? after;
}

async function addToRun(ctx: MutationCtx, run: Doc<"runs">, record: Doc<"usageRecords">): Promise<Doc<"runs">> {
  await addToRunUsage(ctx, run, record);
  const { service, model, isRated, costMicroUsd: cost } = record;
  let after = run;
  if (cost > 0 || !isRated) {
    const costs = cost > 0 ? costsAfter(run, { costMicroUsd: run.costMicroUsd + cost }) : {};
    const unrated = isRated ? {} : { unratedRecords: (run.unratedRecords ?? 0) + 1 };
    after = await updateOutcomes(ctx, run, await patchAndReturn(ctx, "runs", run, { ...costs, ...unrated }));
  }
  const costs = { costUsd: dollarsOf(cost), totalUsd: dollarsOf(costOfRun(after)) };
  const rated = isRated ? undefined : (false as const);
  await appendEvent(ctx, run, { type: "cost", ...costs, service, ...omitNullish({ model, rated }) });
  return after;
}

async function addToStep(ctx: MutationCtx, step: Doc<"runSteps">, usage: Usage, cost: number): Promise<void> {
  const { inputTokens, outputTokens } = usage;
  await recordLateUsage(ctx, step, { inputTokens, outputTokens, costMicroUsd: cost });
  await ctx.db.patch("runSteps", step._id, {
    inputTokens: step.inputTokens + inputTokens,
    outputTokens: step.outputTokens + outputTokens,
    costMicroUsd: step.costMicroUsd + cost,
  });
}
