import { memberQuery } from "../dashboard/builders";
import { limitsOfProject } from "./model";
import type { LimitView } from "./present";

/** The bounds of the project. People have none of their own. */
export const list = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<LimitView[]> => await limitsOfProject(ctx),
});
