import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { SandboxStatus } from "./schema";

interface SandboxFilters {
  projectId: Id<"projects">;
  runId: Id<"runs"> | undefined;
  status: SandboxStatus | undefined;
}

/** There is an index for each combination of filters. */
export function newestFirst(ctx: QueryCtx, filters: SandboxFilters): NewestFirst<"sandboxes"> {
  return (fromMs) => rangeOf(ctx, filters, fromMs).order("desc");
}

function rangeOf(ctx: QueryCtx, { projectId, runId, status }: SandboxFilters, fromMs: number) {
  const sandboxes = ctx.db.query("sandboxes");
  if (runId === undefined && status === undefined) {
    return sandboxes.withIndex("by_project", (q) =>
      q.eq("projectId", projectId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
    );
  }
  if (runId === undefined && status !== undefined) {
    return sandboxes.withIndex("by_status", (q) =>
      q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status).lte("_creationTime", fromMs),
    );
  }
  if (status === undefined) {
    return sandboxes.withIndex("by_run", (q) =>
      q.eq("runId", runId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
    );
  }
  return sandboxes.withIndex("by_run_and_status", (q) =>
    q.eq("runId", runId).eq("deletedAtMs", undefined).eq("status", status).lte("_creationTime", fromMs),
  );
}
