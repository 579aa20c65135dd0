// The bounds that a project shares, each with what is used of it where somebody counts that.
import { maxBodyMebibytes, mebibyte } from "../api/body";
import type { ReadCtx } from "../callers/caller";
import { readStartQuota } from "../counters/createdRuns";
import { omitNullish } from "../lib/omitNullish";
import { limitOf, projectKey } from "../queue/limits";
import { maxWebhooks, webhooksOf } from "../webhooks/feed";
import { presentQuota } from "./present";
import type { LimitView } from "./present";

export async function limitsOfProject(ctx: ReadCtx): Promise<LimitView[]> {
  const projectId = ctx.project._id;
  const starts = await readStartQuota(ctx, projectId);
  const running = await limitOf(ctx, projectId, projectKey);
  const webhooks = await webhooksOf(ctx, projectId);
  return [
    ...(starts === null ? [] : [presentQuota(starts, "project")]),
    ...(running?.most === undefined ? [] : [bound("concurrent_runs", "project", running.most, running.inside)]),
    bound("webhooks", "project", maxWebhooks, webhooks.length),
    bound("body_bytes", "request", maxBodyMebibytes * mebibyte),
  ];
}

function bound(name: LimitView["name"], scope: LimitView["scope"], limit: number, used?: number): LimitView {
  return { name, scope, limit, ...omitNullish({ used }) };
}
