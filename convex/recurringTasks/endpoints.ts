import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { createTask, switchTask, updateTask } from "./model";
import { presentTask } from "./present";
import type { RecurringTaskView } from "./present";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<RecurringTaskView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("recurringTasks")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", fromMs))
      .order("desc");
  const paged = { project: ctx.project, name: "recurring-tasks", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, presentTask);
});

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<RecurringTaskView> =>
  presentTask(await ownedDocument(ctx, "recurringTasks", id)),
);

export const create = projectMutation(async (ctx, request: CreateRequest): Promise<RecurringTaskView> => {
  const workflow = await ownedDocument(ctx, "workflows", request.targetWorkflowId);
  return presentTask(await createTask(ctx, workflow, request, ctx.key.userId));
});

export const update = projectMutation(
  async (ctx, { id, targetWorkflowId, ...changes }: { id: string } & UpdateRequest): Promise<RecurringTaskView> => {
    const task = await ownedDocument(ctx, "recurringTasks", id);
    const workflow =
      targetWorkflowId === undefined ? undefined : await ownedDocument(ctx, "workflows", targetWorkflowId);
    return presentTask(await updateTask(ctx, task, changes, workflow));
  },
);

export const toggle = projectMutation(
  async (ctx, { id, isActive }: { id: string; isActive?: boolean | undefined }): Promise<RecurringTaskView> => {
    const task = await ownedDocument(ctx, "recurringTasks", id);
    return presentTask(await switchTask(ctx, task, isActive ?? !task.isActive));
  },
);

/** For good, as nothing hangs on a task: the runs that it has made are not affected. */
export const remove = projectMutation(async (ctx, { id }: { id: string }) => {
  const task = await ownedDocument(ctx, "recurringTasks", id);
  await ctx.db.delete("recurringTasks", task._id);
  const shown = publicId("recurringTasks", task._id);
  return { id: shown, _id: shown, deleted: true };
});
