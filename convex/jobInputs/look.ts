// What a runner needs to look at a pull request. Null in place of what is gone: then there is nothing to look at.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { JobWork } from "../jobs/schema";
import { publicIdOrNull } from "../lib/publicIds";

export interface LookInputs {
  kind: "pullRequest.look";
  /** One of the two says whose request it is. */
  runId: string | null;
  mergeRunId: string | null;
  /** The repository of the project where the run has none. */
  repoUrl: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The branch with the work, as far as the runner has told it, and the one into which it shall be merged. */
  branch: string | null;
  base: string | null;
}

type LookWork = Extract<JobWork, { kind: "pullRequest.look" }>;

export async function lookInputs(ctx: QueryCtx, work: LookWork): Promise<LookInputs> {
  const request = await ctx.db.get("followedRequests", work.requestId);
  const { runId, mergeRunId } = work;
  return {
    kind: work.kind,
    runId: publicIdOrNull("runs", runId),
    mergeRunId: publicIdOrNull("mergeRuns", mergeRunId),
    prNumber: request?.number ?? null,
    ...(await placeOf(ctx, request)),
  };
}

type Place = Pick<LookInputs, "repoUrl" | "prUrl" | "branch" | "base">;

async function placeOf(ctx: QueryCtx, request: Doc<"followedRequests"> | null): Promise<Place> {
  if (request?.subject.kind === "run") {
    const run = await ctx.db.get("runs", request.subject.runId);
    const { gitRepoUrl = null, prUrl = null, resultBranch = null, branchName = null } = run ?? {};
    return { repoUrl: gitRepoUrl, prUrl, branch: resultBranch, base: run?.request?.base ?? branchName };
  }
  if (request?.subject.kind === "mergeRun") {
    const mergeRun = await ctx.db.get("mergeRuns", request.subject.mergeRunId);
    const project = await ctx.db.get("projects", request.projectId);
    const base = mergeRun?.request?.base ?? mergeRun?.baseBranch ?? null;
    return { repoUrl: project?.gitRepoUrl ?? null, prUrl: mergeRun?.prUrl ?? null, branch: null, base };
  }
  return { repoUrl: null, prUrl: null, branch: null, base: null };
}
