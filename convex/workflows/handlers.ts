import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { withIds } from "../lib/publicIds";
import { createWorkflow, discardWorkflow, updateWorkflow } from "./model";
import { presentWorkflow } from "./present";
import type { WorkflowView } from "./present";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listOf({
  name: "workflows",
  bounds: "small",
  filters: {},
  find: (ctx) => ({
    range: newestFirstBy(ctx, "workflows", "by_project", { projectId: ctx.project._id, deletedAtMs: undefined }),
  }),
  present: presentWorkflow,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<WorkflowView> {
  return presentWorkflow(await getOwn(ctx, "workflows", id));
}

export async function create(ctx: WriteCtx, request: CreateRequest): Promise<WorkflowView> {
  return presentWorkflow(await createWorkflow(ctx, ctx.project, request));
}

export async function update(ctx: WriteCtx, { id, ...changes }: { id: string } & UpdateRequest): Promise<WorkflowView> {
  return presentWorkflow(await updateWorkflow(ctx, ctx.project, await getOwn(ctx, "workflows", id), changes));
}

export async function remove(ctx: WriteCtx, { id }: { id: string }) {
  const workflow = await getOwn(ctx, "workflows", id);
  await discardWorkflow(ctx, workflow, ctx.userId);
  return withIds("workflows", workflow._id, { deleted: true });
}
