import type { WriteCtx } from "../callers/caller";
import { startMergeRun } from "./model";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";
import type { StartRequest } from "./requests";

export async function start(ctx: WriteCtx, request: StartRequest): Promise<MergeRunView> {
  return presentMergeRun(await startMergeRun(ctx, ctx.project, request));
}
