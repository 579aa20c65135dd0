import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { enqueueJob } from "../jobs/model";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import { apiError, invalid } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { dayMs } from "../lib/times";
import type { CheckRequest, ReportRequest } from "./requests";

type Check = Doc<"repositoryChecks">;

/** The most checks of a project that wait for a runner. */
export const maxQueuedChecks = 20;
const retentionMs = 7 * dayMs;
const sweptPerBatch = 200;

/** Asks a runner to check the repository. Throws CONFLICT when too many checks wait. */
export async function startCheck(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { gitRepoUrl, branchName }: CheckRequest,
): Promise<Check> {
  if ((await queuedChecks(ctx, projectId)).length === maxQueuedChecks) {
    throw apiError("CONFLICT", `${maxQueuedChecks} checks of repositories already wait for a runner.`);
  }
  const repositoryCheckId = await ctx.db.insert("repositoryChecks", {
    projectId,
    gitRepoUrl,
    status: "pending",
    ...omitNullish({ branchName }),
  });
  await enqueueJob(ctx, projectId, { kind: "repository.check", repositoryCheckId });
  return await getOrThrow(ctx, "repositoryChecks", repositoryCheckId);
}

export async function queuedChecks(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_project_and_kind", (q) =>
      q.eq("projectId", projectId).eq("status", "queued").eq("kind", "repository.check"),
    )
    .take(maxQueuedChecks);
}

/** Stores what a runner has found. A check that has ended stays unchanged: its runner may report twice. */
export async function endCheck(ctx: MutationCtx, check: Check, found: ReportRequest): Promise<Check> {
  if (check.status !== "pending") return check;
  const completedAtMs = Date.now();
  if (found.status === "failed") {
    const { reason, error } = found;
    if (error == null) throw invalid("error", "error is required for a check that has failed.");
    return await patchAndReturn(ctx, "repositoryChecks", check, {
      status: "failed",
      failure: reason ?? "other",
      error,
      completedAtMs,
      ...omitNullish({ defaultBranch: found.defaultBranch }),
    });
  }
  const { defaultBranch, baseBranch, headCommit } = found;
  if (baseBranch == null) throw invalid("baseBranch", "baseBranch is required for a check that is ok.");
  return await patchAndReturn(ctx, "repositoryChecks", check, {
    status: "ok",
    completedAtMs,
    ...omitNullish({ defaultBranch, baseBranch, headCommit }),
  });
}

/** Deletes a batch of old checks. Returns whether there may be more. */
export async function deleteOldChecks(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("repositoryChecks")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - retentionMs));
  const budget = batchBudget(sweptPerBatch);
  await removeWithin(budget, old, ({ _id }) => ctx.db.delete("repositoryChecks", _id));
  return isSpent(budget);
}
