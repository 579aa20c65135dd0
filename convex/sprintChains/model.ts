import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueJob } from "../jobs/model";
import { isOpen } from "../lib/chainStatus";
import type { ChainStatus } from "../lib/chainStatus";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { branchOf } from "../runs/creation";
import { endChain, passSprint, requireSprint } from "./progress";
import type { CreateRequest } from "./requests";
import { isActive, sprintAt, withSprint } from "./sprints";
import { sprintChainMoves } from "./status";

type Chain = Doc<"sprintChains">;

export async function createSprintChain(
  ctx: MutationCtx,
  workflow: Doc<"workflows">,
  request: Omit<CreateRequest, "workflowId">,
): Promise<Chain> {
  const { projectId } = workflow;
  const { sprintRange, prompt, gitRepoUrl, branchName, resumeFromSprint } = request;
  const [first, last] = sprintRange;
  const sprintChainId = await ctx.db.insert("sprintChains", {
    projectId,
    status: "running",
    workflowId: workflow._id,
    prompt,
    gitRepoUrl,
    ...branchOf(branchName, workflow),
    sprintRange: { first, last },
    currentSprintIndex: resumeFromSprint ?? 0,
    sprints: [],
    cancelRequested: false,
    ...omitNullish({ resumeFromSprint }),
  });
  await enqueueJob(ctx, projectId, { kind: "sprintChain.execute", sprintChainId });
  return await getOrThrow(ctx, "sprintChains", sprintChainId);
}

/** Cancels an open chain, or deletes a chain that is over. A chain with an active run ends together with that run. */
export async function cancelOrRemove(ctx: MutationCtx, chain: Chain): Promise<Chain> {
  if (!isOpen(chain.status)) {
    await ctx.db.delete("sprintChains", chain._id);
    return chain;
  }
  if (chain.sprints.some(isActive)) await ctx.db.patch("sprintChains", chain._id, { cancelRequested: true });
  else await endChain(ctx, chain, "cancelled");
  return await getOrThrow(ctx, "sprintChains", chain._id);
}

/** Sets the status that the runner reports. It may lead from any state to any other. */
export async function setStatus(ctx: MutationCtx, chain: Chain, status: ChainStatus): Promise<Chain> {
  if (status === chain.status) return chain;
  if (status === "pending" || status === "running") {
    const asNew = { cancelRequested: false, completedAtMs: undefined, error: undefined };
    await ctx.db.patch("sprintChains", chain._id, isOpen(chain.status) ? { status } : { status, ...asNew });
  } else {
    await endChain(ctx, chain, status);
  }
  return await getOrThrow(ctx, "sprintChains", chain._id);
}

/** The runner is done with a sprint that has a pull request. A repeated report replaces the previous one. */
export async function recordPullRequest(
  ctx: MutationCtx,
  chain: Chain,
  sprintIndex: number,
  prUrl: string,
): Promise<Chain> {
  requireSprint(chain, sprintIndex);
  nextState("sprint chain", sprintChainMoves, "updatePr", chain.status);
  const sprints = withSprint(chain.sprints, { ...sprintAt(chain.sprints, sprintIndex), index: sprintIndex, prUrl });
  await ctx.db.patch("sprintChains", chain._id, { sprints });
  await passSprint(ctx, chain, sprintIndex);
  return await getOrThrow(ctx, "sprintChains", chain._id);
}
