import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { requireEnabled } from "../runs/creation";
import { cancelOrRemove, createSprintChain } from "./model";
import { presentDetail, presentSprintChain } from "./present";
import type { SprintChainDetailView, SprintChainView } from "./present";
import type { CreateRequest } from "./requests";

type Named = { id: string };

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<SprintChainView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("sprintChains")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", fromMs))
      .order("desc");
  const paged = { project: ctx.project, name: "sprint-chains", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, presentSprintChain);
});

export const get = projectQuery(async (ctx, { id }: Named): Promise<SprintChainDetailView> =>
  presentDetail(ctx, await ownedDocument(ctx, "sprintChains", id)),
);

export const create = projectMutation(async (ctx, { workflowId, ...request }: CreateRequest) => {
  const workflow = requireEnabled(await ownedDocument(ctx, "workflows", workflowId));
  const { id, status } = presentSprintChain(await createSprintChain(ctx, workflow, request));
  return { id, _id: id, status };
});

export const remove = projectMutation(async (ctx, request: Named) => {
  const chain = await cancelOrRemove(ctx, await ownedDocument(ctx, "sprintChains", request.id));
  const { id, status, cancelRequested } = presentSprintChain(chain);
  return { id, _id: id, status, cancelRequested };
});
