// Whether a project has ever completed a run. Until then its members see a guide in place of an empty inbox, and never
// again after that, whatever becomes of the run.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RunStatus } from "./schema";

type Project = Doc<"projects">;

/** Notes the project's first completed run. The row of the project changes once. */
export async function recordFirstCompletion(ctx: MutationCtx, run: Doc<"runs">, status: RunStatus): Promise<void> {
  if (status !== "completed") return;
  const project = await ctx.db.get("projects", run.projectId);
  if (project === null || project.firstCompletionAtMs !== undefined) return;
  await ctx.db.patch("projects", project._id, { firstCompletionAtMs: Date.now() });
}

export async function hasCompletedRun(ctx: QueryCtx, project: Project): Promise<boolean> {
  // A project from before this was noted is looked up until the migration has reached it.
  return project.firstCompletionAtMs !== undefined || (await completedRunOf(ctx, project)) !== null;
}

/** A migration: projects from before the first completion was noted. */
export async function addFirstCompletion(ctx: MutationCtx, project: Project): Promise<void> {
  if (project.firstCompletionAtMs !== undefined) return;
  const run = await completedRunOf(ctx, project);
  if (run !== null)
    await ctx.db.patch("projects", project._id, { firstCompletionAtMs: run.completedAtMs ?? Date.now() });
}

async function completedRunOf(ctx: QueryCtx, { _id: projectId }: Project): Promise<Doc<"runs"> | null> {
  return await ctx.db
    .query("runs")
    .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", "completed"))
    .first();
}
