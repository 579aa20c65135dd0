import { projectQuery } from "../api/builders";
import { presentProject } from "./present";
import type { ProjectView } from "./present";

export const get = projectQuery({
  args: {},
  handler: async (ctx): Promise<ProjectView> => presentProject(ctx.project),
});
