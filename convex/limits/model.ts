// The bounds that a project shares, each with what is used of it where somebody counts that.
import { maxBodyMebibytes, mebibyte } from "../api/body";
import type { ReadCtx } from "../callers/caller";
import { readStartQuota } from "../counters/createdRuns";
import { hooksOf, maxHooks } from "../hooks/model";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import { limitOf, limitsOfWorkflows, projectKey } from "../queue/limits";
import { maxQueuedChecks, queuedChecks } from "../repositories/model";
import { maxWebhooks, webhooksOf } from "../webhooks/feed";
import { presentQuota } from "./present";
import type { LimitView } from "./present";

export async function limitsOfProject(ctx: ReadCtx): Promise<LimitView[]> {
  const projectId = ctx.project._id;
  const starts = await readStartQuota(ctx, projectId);
  return [
    ...(starts === null ? [] : [presentQuota(starts, "project")]),
    ...(await concurrentRuns(ctx)),
    bound("webhooks", "project", maxWebhooks, (await webhooksOf(ctx, projectId)).length),
    bound("hooks", "project", maxHooks, (await hooksOf(ctx, projectId)).length),
    bound("repository_checks", "project", maxQueuedChecks, (await queuedChecks(ctx, projectId)).length),
    bound("body_bytes", "request", maxBodyMebibytes * mebibyte),
  ];
}

/** How many runs may run at once in the project, and of each workflow that has a limit. */
async function concurrentRuns(ctx: ReadCtx): Promise<LimitView[]> {
  const { _id: projectId, queue } = ctx.project;
  if (queue === undefined) return [];
  const ofProject = await limitOf(ctx, projectId, projectKey);
  const kept = queue.limitedWorkflows === 0 ? [] : await limitsOfWorkflows(ctx, projectId);
  // Version 0.2.0 has kept the limits of workflows that were deleted for good.
  const exist = await Promise.all(
    kept.map(async ({ workflowId }) => (await ctx.db.get("workflows", workflowId)) !== null),
  );
  const ofWorkflows = kept.filter((_limit, index) => exist[index]);
  return [
    ...(ofProject?.most === undefined ? [] : [bound("concurrent_runs", "project", ofProject.most, ofProject.inside)]),
    ...ofWorkflows.map(({ workflowId, most, inside }) =>
      Object.assign(bound("concurrent_runs", "workflow", most, inside), {
        workflowId: publicId("workflows", workflowId),
      }),
    ),
  ];
}

function bound(name: LimitView["name"], scope: LimitView["scope"], limit: number, used?: number): LimitView {
  return { name, scope, limit, ...omitNullish({ used }) };
}
