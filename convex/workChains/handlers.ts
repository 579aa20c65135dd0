import { v } from "convex/values";
import { presentIssue } from "../issues/present";
import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { withIds } from "../lib/publicIds";
import { requireEnabled } from "../runs/creation";
import { createWorkChain, deleteWorkChain, startWorkChain } from "./model";
import { presentWorkChain } from "./present";
import type { WorkChainView } from "./present";
import type { CreateRequest } from "./requests";

type Named = { chainId: string };

export const issues = listOf({
  name: "work-chains/issues",
  bounds: "small",
  filters: { id: v.string() },
  find: async (ctx, { id }) => {
    const { _id: workChainId } = await getOwn(ctx, "workChains", id);
    return { range: newestFirstBy(ctx, "issues", "by_work_chain", { workChainId }), filters: { id } };
  },
  present: presentIssue,
});

export const list = listOf({
  name: "work-chains",
  bounds: "usual",
  filters: {},
  find: ofProject("workChains"),
  present: presentWorkChain,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<WorkChainView> {
  return presentWorkChain(await getOwn(ctx, "workChains", id));
}

export async function create(ctx: WriteCtx, request: CreateRequest): Promise<WorkChainView> {
  const { workflowId, issueIds, ...others } = request;
  const workflow = await getOwn(ctx, "workflows", workflowId);
  const issues = await getManyOwn(ctx, "issues", { field: "issueIds", ids: issueIds });
  const wanted = { project: ctx.project, workflow: requireEnabled(workflow), issues, request: others };
  return presentWorkChain(await createWorkChain(ctx, wanted));
}

export async function start(ctx: WriteCtx, { chainId }: Named) {
  const chain = await startWorkChain(ctx, await getOwn(ctx, "workChains", chainId));
  return withIds("workChains", chain._id, { status: chain.status });
}

export async function remove(ctx: WriteCtx, { chainId }: Named) {
  const chain = await getOwn(ctx, "workChains", chainId);
  await deleteWorkChain(ctx, chain, ctx.actor);
  return withIds("workChains", chain._id, { deleted: true });
}
