import { projectMutation, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";
import { readCounters } from "../counters/model";
import type { Counters } from "../counters/model";
import { publicId } from "../lib/publicIds";
import { startProjectDeletion, updateProject } from "./model";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import type { ProjectUpdate } from "./requests";

export const get = projectQuery(async (ctx, _input: NoInput): Promise<ProjectView> => presentProject(ctx.project));

export const update = projectMutation(async (ctx, changes: ProjectUpdate): Promise<ProjectView> =>
  presentProject(await updateProject(ctx, ctx.project, changes)),
);

/** `remove`, as `delete` is no name that a module can export plainly. */
export const remove = projectMutation(async (ctx, _input: NoInput) => {
  await startProjectDeletion(ctx, ctx.project._id);
  const id = publicId("projects", ctx.project._id);
  return { id, _id: id, status: "deleting" };
});

export const counters = projectQuery(async (ctx, _input: NoInput): Promise<Counters> =>
  readCounters(ctx, ctx.project._id, ctx.key.userId),
);
