import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { createWorkflow, discardWorkflow, updateWorkflow } from "./model";
import { presentWorkflow } from "./present";
import type { WorkflowView } from "./present";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<WorkflowView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("workflows")
      .withIndex("by_project", (q) =>
        q.eq("projectId", ctx.project._id).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
      )
      .order("desc");
  const paged = { project: ctx.project, name: "workflows", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, presentWorkflow);
});

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<WorkflowView> =>
  presentWorkflow(await ownedDocument(ctx, "workflows", id)),
);

export const create = projectMutation(async (ctx, request: CreateRequest): Promise<WorkflowView> =>
  presentWorkflow(await createWorkflow(ctx, ctx.project, request)),
);

export const update = projectMutation(
  async (ctx, { id, ...changes }: { id: string } & UpdateRequest): Promise<WorkflowView> =>
    presentWorkflow(await updateWorkflow(ctx, ctx.project, await ownedDocument(ctx, "workflows", id), changes)),
);

export const remove = projectMutation(async (ctx, { id }: { id: string }) => {
  const workflow = await ownedDocument(ctx, "workflows", id);
  await discardWorkflow(ctx, workflow, ctx.key.userId);
  const shown = publicId("workflows", workflow._id);
  return { id: shown, _id: shown, deleted: true };
});
