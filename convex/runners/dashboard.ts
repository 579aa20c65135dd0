import { memberQuery } from "../dashboard/builders";
import { listRunners } from "./listing";
import type { RunnerView } from "./listing";

export const list = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<RunnerView[]> => await listRunners(ctx),
});
