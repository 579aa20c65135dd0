import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** A run works on one issue, or on the few that name it. */
const issuesPerRunMax = 100;

/** The pull request of the run is merged. */
export async function resolveIssuesOfRun(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const issues: Doc<"issues">[] = await ctx.db
    .query("issues")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(issuesPerRunMax);
  for (const issue of issues) {
    if (issue.status !== "in_progress") continue;
    await ctx.db.patch("issues", issue._id, { status: "resolved", resolvedAtMs: Date.now(), updatedAtMs: Date.now() });
  }
}
