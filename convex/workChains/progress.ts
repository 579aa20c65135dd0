// How a work chain moves with its runs and issues. While it is pending, running or failed, each of its issues is there
// and names it; one that has ended for good keeps the ids as they were.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { cancelJobsOf } from "../jobs/calling";
import { enqueueUnlessOpen } from "../jobs/model";
import { requireRoom } from "../lib/stages";
import { notifyMembers } from "../notifications/model";
import { isOpen } from "../sprintChains/status";
import { isUnfinished } from "./status";

type Chain = Doc<"workChains">;

/**
 * The running chain that a new run for the issue belongs to, if there is one. Throws CONFLICT when it is not the issue's
 * turn: a chain works on one issue after another.
 */
export async function chainForNewRun(ctx: QueryCtx, issue: Doc<"issues">): Promise<Chain | null> {
  const chain = issue.workChainId === undefined ? null : await ctx.db.get("workChains", issue.workChainId);
  if (chain?.status !== "running") return null;
  if (chain.activeRunId !== undefined) throw apiError("CONFLICT", "The work chain has a run that goes on.");
  if (chain.issueIds[chain.currentIssueIndex] !== issue._id) {
    throw apiError("CONFLICT", "The work chain is at another issue.");
  }
  return chain;
}

/** The run is made, and has not moved yet, for the issue that the chain is at; `chainForNewRun` has said so. */
export async function noteWorkRun(ctx: MutationCtx, chain: Chain, run: Doc<"runs">): Promise<void> {
  await ctx.db.patch("workChains", chain._id, { activeRunId: run._id });
}

/** The run of an issue has ended. */
export async function workRunEnded(ctx: MutationCtx, run: Doc<"runs">, chainId: Id<"workChains">): Promise<void> {
  const chain = await ctx.db.get("workChains", chainId);
  if (chain === null || chain.activeRunId !== run._id) return;
  await ctx.db.patch("workChains", chain._id, { activeRunId: undefined });
  if (chain.status !== "running") return;
  if (run.status === "cancelled") return await endChain(ctx, chain, "cancelled");
  if (run.status === "failed")
    return await endChain(ctx, chain, "failed", run.error ?? `Run ${run.runNumber} has failed.`);
  await moveTo(ctx, chain, positionAfter(chain, run));
}

/**
 * The issues are about to be deleted: the chains that they are in go on without them. Throws VALIDATION for more chains
 * than one transaction can change.
 */
export async function leaveWorkChains(ctx: MutationCtx, issues: readonly Doc<"issues">[]): Promise<void> {
  const leaving = new Set(issues.map(({ _id }) => _id));
  for (const chainId of new Set(issues.flatMap(({ workChainId }) => workChainId ?? []))) {
    const chain = await ctx.db.get("workChains", chainId);
    if (chain !== null && isUnfinished(chain.status)) await goOnWithout(ctx, chain, leaving);
    await requireRoom(ctx, "issueIds");
  }
}

async function goOnWithout(ctx: MutationCtx, chain: Chain, leaving: ReadonlySet<Id<"issues">>): Promise<void> {
  const stays = (id: Id<"issues">) => !leaving.has(id);
  const issueIds = chain.issueIds.filter(stays);
  const currentIssueIndex = chain.issueIds.slice(0, chain.currentIssueIndex).filter(stays).length;
  await ctx.db.patch("workChains", chain._id, { issueIds, currentIssueIndex });
  if (chain.status === "running" && chain.activeRunId === undefined) {
    await moveTo(ctx, { ...chain, issueIds }, currentIssueIndex);
  }
}

/** The runner has given up. A chain that is over stays as it is. */
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
  if (status !== "completed") await cancelJobsOf(ctx, chain._id);
}

async function moveTo(ctx: MutationCtx, chain: Chain, position: number): Promise<void> {
  if (position >= chain.issueIds.length) return await completeWorkChain(ctx, chain);
  await ctx.db.patch("workChains", chain._id, { currentIssueIndex: position });
  await enqueueUnlessOpen(ctx, chain.projectId, { kind: "workChain.execute", workChainId: chain._id });
}

/** Where an issue has left the chain during its run, the next one is in its place already. */
function positionAfter(chain: Chain, { issueId }: Doc<"runs">): number {
  const position = issueId === undefined ? -1 : chain.issueIds.indexOf(issueId);
  return position === -1 ? chain.currentIssueIndex : position + 1;
}
