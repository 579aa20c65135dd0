// The sandboxes of a run, as far as the run's own end concerns them.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeSandboxStatus } from "./status";

/** No run has more at a time; the runner makes a few for each step. */
export const sandboxesPerRunMax = 200;

export async function sandboxesOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"sandboxes">[]> {
  return await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("deletedAtMs", undefined))
    .take(sandboxesPerRunMax);
}

export async function killSandboxesOfRun(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  for (const status of ["provisioning", "running"] as const) {
    const sandboxes = await ctx.db
      .query("sandboxes")
      .withIndex("by_run_and_status", (q) => q.eq("runId", run._id).eq("deletedAtMs", undefined).eq("status", status))
      .take(sandboxesPerRunMax);
    for (const sandbox of sandboxes) await changeSandboxStatus(ctx, sandbox, "killed", run);
  }
}
