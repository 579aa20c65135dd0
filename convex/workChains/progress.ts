// Moves a work chain forward when its runs end or its issues are deleted. While the chain is pending, running or
// failed, each of its issues exists and names the chain. A completed or cancelled chain keeps the ids of its issues as
// they were.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { isOpen } from "../lib/chainStatus";
import { apiError } from "../lib/errors";
import { cancelJobsOf, cancelUnclaimedJobsOf } from "../jobs/cancellation";
import { enqueueUnlessOpen } from "../jobs/model";
import { requireBudgetLeft } from "../lib/transactionBudget";
import { notifyMembers } from "../notifications/model";
import { isUnfinished } from "./status";

type Chain = Doc<"workChains">;

/** Returns null without a running chain. Throws CONFLICT unless it is the issue's turn: a chain does one at a time. */
export async function chainForNewRun(ctx: QueryCtx, issue: Doc<"issues">): Promise<Chain | null> {
  const chain = issue.workChainId === undefined ? null : await ctx.db.get("workChains", issue.workChainId);
  if (chain?.status !== "running") return null;
  if (chain.activeRunId !== undefined) throw apiError("CONFLICT", "The work chain has a run that has not ended.");
  if (chain.issueIds[chain.currentIssueIndex] !== issue._id) {
    throw apiError("CONFLICT", "The work chain is working on another issue.");
  }
  return chain;
}

/** Call when a run for the chain's current issue has just been created, after `chainForNewRun` allowed it. */
export async function recordWorkRun(ctx: MutationCtx, chain: Chain, run: Doc<"runs">): Promise<void> {
  await ctx.db.patch("workChains", chain._id, { activeRunId: run._id });
}

export async function workRunEnded(ctx: MutationCtx, run: Doc<"runs">, chainId: Id<"workChains">): Promise<void> {
  const chain = await ctx.db.get("workChains", chainId);
  if (chain === null || chain.activeRunId !== run._id) return;
  await ctx.db.patch("workChains", chain._id, { activeRunId: undefined });
  if (chain.status !== "running") return;
  if (run.status === "cancelled") return await endChain(ctx, chain, "cancelled");
  if (run.status === "failed") {
    return await endChain(ctx, chain, "failed", run.error ?? `Run ${run.runNumber} has failed.`);
  }
  const position = positionAfter(chain, run);
  await moveTo(ctx, chain, position);
}

/** Call before issues are deleted. Throws VALIDATION when more chains change than one transaction can change. */
export async function removeFromWorkChains(ctx: MutationCtx, issues: readonly Doc<"issues">[]): Promise<void> {
  const leaving = new Set(issues.map(({ _id }) => _id));
  for (const chainId of new Set(issues.flatMap(({ workChainId }) => workChainId ?? []))) {
    const chain = await ctx.db.get("workChains", chainId);
    if (chain !== null && isUnfinished(chain.status)) await continueWithout(ctx, chain, leaving);
    await requireBudgetLeft(ctx, "issueIds");
  }
}

async function continueWithout(ctx: MutationCtx, chain: Chain, leaving: ReadonlySet<Id<"issues">>): Promise<void> {
  const stays = (id: Id<"issues">) => !leaving.has(id);
  const issueIds = chain.issueIds.filter(stays);
  const currentIssueIndex = chain.issueIds.slice(0, chain.currentIssueIndex).filter(stays).length;
  await ctx.db.patch("workChains", chain._id, { issueIds, currentIssueIndex });
  if (chain.status === "running" && chain.activeRunId === undefined) {
    await moveTo(ctx, { ...chain, issueIds }, currentIssueIndex);
  }
}

/** Call when the runner has given up the chain's job. A chain that is over stays as it is. */
export async function failWorkChain(ctx: MutationCtx, chainId: Id<"workChains">, error: string): Promise<void> {
  const chain = await ctx.db.get("workChains", chainId);
  if (chain !== null && isOpen(chain.status)) await endChain(ctx, chain, "failed", error);
}

export async function completeWorkChain(ctx: MutationCtx, chain: Chain): Promise<void> {
  await endChain(ctx, chain, "completed");
  const title = `${chain.title} is complete.`;
  await notifyMembers(ctx, chain.projectId, { type: "workflow_completed", title, workChainId: chain._id });
}

export async function endChain(
  ctx: MutationCtx,
  chain: Chain,
  status: "completed" | "failed" | "cancelled",
  error?: string,
): Promise<void> {
  await ctx.db.patch("workChains", chain._id, { status, error, completedAtMs: Date.now() });
  if (status !== "cancelled") await report(ctx, chain, `work_chain.${status}`, { status });
  if (status === "completed") await cancelUnclaimedJobsOf(ctx, chain._id);
  else await cancelJobsOf(ctx, chain._id);
}

/** Adds an event to the feed of the project. */
async function report(
  ctx: MutationCtx,
  { _id: id, projectId }: Chain,
  type: "work_chain.advanced" | "work_chain.completed" | "work_chain.failed",
  data: Record<string, unknown>,
): Promise<void> {
  await appendToFeed(ctx, { projectId, type, subject: { type: "workChain", id }, data });
}

async function moveTo(ctx: MutationCtx, chain: Chain, position: number): Promise<void> {
  if (position >= chain.issueIds.length) return await completeWorkChain(ctx, chain);
  await ctx.db.patch("workChains", chain._id, { currentIssueIndex: position });
  if (position > chain.currentIssueIndex) await report(ctx, chain, "work_chain.advanced", { issueIndex: position });
  await enqueueUnlessOpen(ctx, chain.projectId, { kind: "workChain.execute", workChainId: chain._id });
}

/** Returns the position of the next issue. If the run's issue was deleted meanwhile, the next one is in its place. */
function positionAfter(chain: Chain, { issueId }: Doc<"runs">): number {
  const position = issueId === undefined ? -1 : chain.issueIds.indexOf(issueId);
  return position === -1 ? chain.currentIssueIndex : position + 1;
}
