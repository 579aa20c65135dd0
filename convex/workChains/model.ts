import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import type { ChainStatus } from "../lib/chainStatus";
import { apiError } from "../lib/errors";
import { linkToChain, unlinkFromChain } from "../issues/model";
import { cancelJobsOf } from "../jobs/cancellation";
import { enqueueJob } from "../jobs/model";
import { omitNullish } from "../lib/omitNullish";
import { unmaskedAddress } from "../lib/maskedAddress";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { requireBudgetLeft, workWithinBudget } from "../lib/transactionBudget";
import { nextState } from "../lib/states";
import { branchOf, requireEnabled } from "../runs/creation";
import { cancelRun } from "../runs/lifecycle";
import { isFinal } from "../runs/status";
import { completeWorkChain, endChain } from "./progress";
import type { CreateRequest } from "./requests";
import { isUnfinished, workChainMoves } from "./status";

type Chain = Doc<"workChains">;
type Issue = Doc<"issues">;

export interface NewChain {
  project: Doc<"projects">;
  workflow: Doc<"workflows">;
  issues: Issue[];
  request: Omit<CreateRequest, "workflowId" | "issueIds">;
}

/** Throws CONFLICT when an issue belongs to another chain that is unfinished. */
export async function createWorkChain(
  ctx: MutationCtx,
  { project, workflow, issues, request: { title, description, gitRepoUrl, branchName } }: NewChain,
): Promise<Chain> {
  for (const issue of issues) {
    await requireFree(ctx, issue);
    await requireBudgetLeft(ctx, "issueIds");
  }
  const chainId = await ctx.db.insert("workChains", {
    projectId: project._id,
    status: "pending",
    title,
    issueIds: issues.map(({ _id }) => _id),
    workflowId: workflow._id,
    gitRepoUrl: unmaskedAddress(gitRepoUrl, project.gitRepoUrl) ?? project.gitRepoUrl,
    ...branchOf(branchName, workflow),
    currentIssueIndex: 0,
    ...omitNullish({ description }),
  });
  for (const issue of issues) {
    await requireBudgetLeft(ctx, "issueIds");
    await linkToChain(ctx, issue, chainId);
  }
  return await getOrThrow(ctx, "workChains", chainId);
}

async function requireFree(ctx: QueryCtx, issue: Issue): Promise<void> {
  const chain = issue.workChainId === undefined ? null : await ctx.db.get("workChains", issue.workChainId);
  if (chain === null || !isUnfinished(chain.status)) return;
  const issueId = publicId("issues", issue._id);
  const chainId = publicId("workChains", chain._id);
  throw apiError("CONFLICT", `The issue ${issueId} is in the work chain ${chainId}, which is ${chain.status}.`);
}

/** A failed chain continues with the issue that failed. Throws CONFLICT when the chain cannot be started. */
export async function startWorkChain(ctx: MutationCtx, chain: Chain): Promise<Chain> {
  const status = nextState("work chain", workChainMoves, "start", chain.status);
  await requireStartable(ctx, chain);
  await changeStatus(ctx, chain, status);
  await enqueueJob(ctx, chain.projectId, { kind: "workChain.execute", workChainId: chain._id });
  return await getOrThrow(ctx, "workChains", chain._id);
}

async function requireStartable(ctx: QueryCtx, chain: Chain): Promise<void> {
  const workflow = await ctx.db.get("workflows", chain.workflowId);
  if (workflow === null || workflow.deletedAtMs !== undefined) {
    throw apiError("CONFLICT", "The workflow of the work chain is deleted.");
  }
  requireEnabled(workflow);
  if (chain.currentIssueIndex >= chain.issueIds.length) {
    throw apiError("CONFLICT", "The work chain has no issue left to work on.");
  }
}

/** Cancels the chain's open jobs and its active run. Its runs stay, and its issues become free. */
export async function deleteWorkChain(ctx: MutationCtx, chain: Chain, by: Actor): Promise<void> {
  await ctx.db.delete("workChains", chain._id);
  await cancelJobsOf(ctx, chain._id);
  const run = chain.activeRunId === undefined ? null : await ctx.db.get("runs", chain.activeRunId);
  if (run !== null && !isFinal(run.status)) await cancelRun(ctx, run, { by });
  await unlinkIssues(ctx, chain._id);
}

/** Until all issues are free, an issue may name a chain that does not exist. That has no effect. */
export async function unlinkIssues(ctx: MutationCtx, workChainId: Id<"workChains">): Promise<void> {
  const issues = ctx.db.query("issues").withIndex("by_work_chain", (q) => q.eq("workChainId", workChainId));
  if ((await workWithinBudget(ctx, issues, (issue) => unlinkFromChain(ctx, issue))) === "done") return;
  await ctx.scheduler.runAfter(0, internal.workChains.scheduled.unlinkIssues, { workChainId });
}

/** Sets the status that the runner reports. It may lead from any state to any other. */
export async function setStatus(ctx: MutationCtx, chain: Chain, status: ChainStatus): Promise<Chain> {
  if (status !== chain.status) await changeStatus(ctx, chain, status);
  return await getOrThrow(ctx, "workChains", chain._id);
}

async function changeStatus(ctx: MutationCtx, chain: Chain, status: ChainStatus): Promise<void> {
  switch (status) {
    case "pending":
    case "running":
      return await reopen(ctx, chain, status);
    case "completed":
      return await completeWorkChain(ctx, chain);
    case "failed":
    case "cancelled":
      return await endChain(ctx, chain, status);
  }
}

async function reopen(ctx: MutationCtx, chain: Chain, status: "pending" | "running"): Promise<void> {
  const start = status === "running" ? { startedAtMs: Date.now() } : {};
  await ctx.db.patch("workChains", chain._id, { status, ...start, completedAtMs: undefined, error: undefined });
}
