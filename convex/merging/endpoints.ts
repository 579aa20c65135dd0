import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { startMergeRun } from "./model";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";
import type { StartRequest } from "./requests";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<MergeRunView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("mergeRuns")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", fromMs))
      .order("desc");
  const paged = { project: ctx.project, name: "merging", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.usual, presentMergeRun);
});

export const start = projectMutation(async (ctx, request: StartRequest): Promise<MergeRunView> =>
  presentMergeRun(await startMergeRun(ctx, ctx.project, request)),
);
