import { memberQuery } from "../dashboard/builders";
import { connectionOf } from "./connection";
import type { RunnerConnectionView } from "./connection";
import { listRunners } from "./listing";
import type { RunnerView } from "./listing";

export const list = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<RunnerView[]> => await listRunners(ctx),
});

export const connection = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<RunnerConnectionView> => await connectionOf(ctx),
});
