import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { unmaskedAddress } from "../lib/maskedAddress";
import { withIds } from "../lib/publicIds";
import { requireEnabled } from "../runs/creation";
import { cancelOrRemove, createSprintChain } from "./model";
import { presentDetail, presentSprintChain } from "./present";
import type { SprintChainDetailView } from "./present";
import type { CreateRequest } from "./requests";

type Named = { id: string };

export const list = listOf({
  name: "sprint-chains",
  bounds: "small",
  filters: {},
  find: ofProject("sprintChains"),
  present: presentSprintChain,
});

export async function get(ctx: ReadCtx, { id }: Named): Promise<SprintChainDetailView> {
  return await presentDetail(ctx, await getOwn(ctx, "sprintChains", id));
}

export async function create(ctx: WriteCtx, { workflowId, ...request }: CreateRequest) {
  const workflow = requireEnabled(await getOwn(ctx, "workflows", workflowId));
  const gitRepoUrl = unmaskedAddress(request.gitRepoUrl, ctx.project.gitRepoUrl);
  const { _id, status } = await createSprintChain(ctx, workflow, { ...request, gitRepoUrl });
  return withIds("sprintChains", _id, { status });
}

export async function remove(ctx: WriteCtx, request: Named) {
  const chain = await cancelOrRemove(ctx, await getOwn(ctx, "sprintChains", request.id));
  const { _id, status, cancelRequested } = chain;
  return withIds("sprintChains", _id, { status, cancelRequested });
}
