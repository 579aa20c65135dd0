import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";

export function newestFirst(ctx: QueryCtx, projectId: Id<"projects">): NewestFirst<"workChains"> {
  return (fromMs) =>
    ctx.db
      .query("workChains")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
      .order("desc");
}

export function newestIssuesOf(ctx: QueryCtx, chainId: Id<"workChains">): NewestFirst<"issues"> {
  return (fromMs) =>
    ctx.db
      .query("issues")
      .withIndex("by_work_chain", (q) => q.eq("workChainId", chainId).lte("_creationTime", fromMs))
      .order("desc");
}
