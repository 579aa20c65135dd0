import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { presentIssue } from "./present";
import type { IssueView } from "./present";

/** Returns the issue of a run. If the run has several, an issue that is in progress comes first. */
export const getByRun = callbackQuery(async (ctx, { runId }: { runId: string }): Promise<IssueView | null> => {
  const run = await getForRunner(ctx, "runs", runId);
  const current = await ctx.db
    .query("issues")
    .withIndex("by_run", (q) => q.eq("runId", run._id).eq("status", "in_progress"))
    .first();
  const issue = current ?? (await firstOfRun(ctx, run._id));
  return issue === null ? null : presentIssue(issue);
});

async function firstOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"issues"> | null> {
  return await ctx.db
    .query("issues")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .first();
}
