import { projectMutation, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";
import { updateProject } from "./model";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import type { ProjectUpdate } from "./requests";

export const get = projectQuery(async (ctx, _input: NoInput): Promise<ProjectView> => presentProject(ctx.project));

export const update = projectMutation(async (ctx, changes: ProjectUpdate): Promise<ProjectView> =>
  presentProject(await updateProject(ctx, ctx.project, changes)),
);
