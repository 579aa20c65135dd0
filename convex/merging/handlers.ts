import type { WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { startMergeRun } from "./model";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";
import type { StartRequest } from "./requests";

export const list = listOf({
  name: "merging",
  bounds: "usual",
  filters: {},
  find: ofProject("mergeRuns"),
  present: presentMergeRun,
});

export async function start(ctx: WriteCtx, request: StartRequest): Promise<MergeRunView> {
  return presentMergeRun(await startMergeRun(ctx, ctx.project, request));
}
