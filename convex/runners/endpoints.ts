import { projectQuery } from "../api/builders";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routes";
import { listRunners } from "./listing";
import type { RunnerView } from "./listing";

export const list = projectQuery(async (ctx, _input: NoInput): Promise<Page<RunnerView>> => {
  return { data: await listRunners(ctx), nextCursor: null, hasMore: false };
});
