import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirstBy } from "../lib/newestFirst";
import type { NewestFirst } from "../lib/newestFirst";
import type { SandboxStatus } from "./schema";

interface SandboxFilters {
  projectId: Id<"projects">;
  runId: Id<"runs"> | undefined;
  status: SandboxStatus | undefined;
}

/** There is an index for each combination of filters. */
export function newestFirst(ctx: QueryCtx, { projectId, runId, status }: SandboxFilters): NewestFirst<"sandboxes"> {
  const deletedAtMs = undefined;
  if (runId !== undefined && status !== undefined) {
    return newestFirstBy(ctx, "sandboxes", "by_run_and_status", { runId, deletedAtMs, status });
  }
  if (runId !== undefined) return newestFirstBy(ctx, "sandboxes", "by_run", { runId, deletedAtMs });
  if (status !== undefined) return newestFirstBy(ctx, "sandboxes", "by_status", { projectId, deletedAtMs, status });
  return newestFirstBy(ctx, "sandboxes", "by_project", { projectId, deletedAtMs });
}

/** A run with more sandboxes shows only the oldest. The runner usually creates a few for each step. */
const maxSandboxesPerRun = 200;

export async function sandboxesOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"sandboxes">[]> {
  return await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("deletedAtMs", undefined))
    .take(maxSandboxesPerRun);
}

/** Whether an assistant has said anything in a sandbox of the run. A run without sandboxes has its own results. */
export async function hasAnythingToShow(ctx: QueryCtx, runId: Id<"runs">): Promise<boolean> {
  const sandboxes = await sandboxesOfRun(ctx, runId);
  return sandboxes.length === 0 || sandboxes.some(({ hasAssistantMessages }) => hasAssistantMessages);
}
