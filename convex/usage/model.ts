import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { tally } from "../counters/tallies";
import { given } from "../lib/given";
import { knownDocument } from "../lib/named";
import { noteLateUsage } from "../personas/statistics";
import { appendEvent } from "../runEvents/model";
import { costMicroUsd } from "./cost";
import type { Usage } from "./cost";
import { dollarsOf } from "./present";
import { rates } from "./rates";

/** Records usage of a sandbox. Adds its cost to the sandbox's run and step, and to the project's sum for today. */
export async function recordUsage(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  service: string,
  usage: Usage,
): Promise<Doc<"usageRecords">> {
  const { projectId, runId, stepId } = sandbox;
  const rate = Object.hasOwn(rates, service) ? rates[service] : undefined;
  const cost = rate === undefined ? 0 : costMicroUsd(usage, rate);
  const id = await ctx.db.insert("usageRecords", {
    projectId,
    service,
    sandboxId: sandbox._id,
    ...usage,
    costMicroUsd: cost,
    isRated: rate !== undefined,
    ...given({ runId }),
  });
  const { inputTokens, outputTokens } = usage;
  await tally(ctx, projectId, { today: { tokens: inputTokens + outputTokens, costMicroUsd: cost } });
  const run = runId === undefined ? null : await ctx.db.get("runs", runId);
  if (run !== null) await addToRun(ctx, run, service, cost);
  const step = stepId === undefined ? null : await ctx.db.get("runSteps", stepId);
  if (step !== null) await addToStep(ctx, step, usage, cost);
  return await knownDocument(ctx, "usageRecords", id);
}

async function addToRun(ctx: MutationCtx, run: Doc<"runs">, service: string, cost: number): Promise<void> {
  const total = run.costMicroUsd + cost;
  if (cost > 0) await ctx.db.patch("runs", run._id, { costMicroUsd: total });
  await appendEvent(ctx, run, { type: "cost", costUsd: dollarsOf(cost), totalUsd: dollarsOf(total), service });
}

async function addToStep(ctx: MutationCtx, step: Doc<"runSteps">, usage: Usage, cost: number): Promise<void> {
  const { inputTokens, outputTokens } = usage;
  await noteLateUsage(ctx, step, { inputTokens, outputTokens, costMicroUsd: cost });
  await ctx.db.patch("runSteps", step._id, {
    inputTokens: step.inputTokens + inputTokens,
    outputTokens: step.outputTokens + outputTokens,
    costMicroUsd: step.costMicroUsd + cost,
  });
}
