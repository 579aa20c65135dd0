import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { presentIssue } from "../issues/present";
import type { IssueView } from "../issues/present";
import { ownedDocuments } from "../lib/bulk";
import { ownedDocument } from "../lib/named";
import { requireEnabled } from "../runs/creation";
import { createWorkChain, deleteWorkChain, startWorkChain } from "./model";
import { presentWorkChain } from "./present";
import type { WorkChainView } from "./present";
import type { CreateRequest, IssuesRequest } from "./requests";

type Named = { chainId: string };

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<WorkChainView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("workChains")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", fromMs))
      .order("desc");
  const paged = { project: ctx.project, name: "work-chains", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.usual, presentWorkChain);
});

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<WorkChainView> =>
  presentWorkChain(await ownedDocument(ctx, "workChains", id)),
);

export const listIssues = projectQuery(async (ctx, { id, ...request }: IssuesRequest): Promise<Page<IssueView>> => {
  const chain = await ownedDocument(ctx, "workChains", id);
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("issues")
      .withIndex("by_work_chain", (q) => q.eq("workChainId", chain._id).lte("_creationTime", fromMs))
      .order("desc");
  const name = listName("work-chains/issues", { id });
  const paged = { project: ctx.project, name, sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, presentIssue);
});

export const create = projectMutation(async (ctx, request: CreateRequest): Promise<WorkChainView> => {
  const { workflowId, issueIds, ...others } = request;
  const workflow = await ownedDocument(ctx, "workflows", workflowId);
  const issues = await ownedDocuments(ctx, "issues", issueIds);
  const wanted = { project: ctx.project, workflow: requireEnabled(workflow), issues, request: others };
  return presentWorkChain(await createWorkChain(ctx, wanted));
});

export const start = projectMutation(async (ctx, { chainId }: Named) => {
  const chain = await startWorkChain(ctx, await ownedDocument(ctx, "workChains", chainId));
  const { id, status } = presentWorkChain(chain);
  return { id, _id: id, status };
});

export const remove = projectMutation(async (ctx, { chainId }: Named) => {
  const chain = await ownedDocument(ctx, "workChains", chainId);
  await deleteWorkChain(ctx, chain);
  const { id } = presentWorkChain(chain);
  return { id, _id: id, deleted: true };
});
