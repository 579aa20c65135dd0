// Kills sandboxes whose run or session was cancelled or has failed, or was completed some time ago.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { batchBudget, takeWithin } from "../lib/batchBudget";
import { sandboxBounds } from "./bounds";
import type { SandboxPurpose } from "./schema";
import { changeSandboxStatus } from "./status";

type Sandbox = Doc<"sandboxes">;

const sandboxesPerSweep = 500;

export async function endOverdueSandboxes(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("sandboxes")
    // Sandboxes that are not active come before all times.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeWithin(batchBudget(sandboxesPerSweep, 1), overdue)) {
    await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.endIfOverdue, { sandboxId: _id });
  }
}

/** A sandbox whose status has changed meanwhile stays unchanged. */
export async function endSandboxIfOverdue(ctx: MutationCtx, sandbox: Sandbox): Promise<void> {
  const nowMs = Date.now();
  if (sandbox.boundAtMs === undefined || sandbox.boundAtMs > nowMs) return;
  const servesUntilMs = await servesUntil(ctx, sandbox.purpose);
  if (servesUntilMs <= nowMs) return await changeSandboxStatus(ctx, sandbox, "killed");
  const boundAtMs = Math.min(servesUntilMs, nowMs + sandboxBounds.lookMs);
  await ctx.db.patch("sandboxes", sandbox._id, { boundAtMs });
}

/** Returns Infinity while the run or session continues. */
async function servesUntil(ctx: QueryCtx, purpose: SandboxPurpose): Promise<number> {
  const served = await readServed(ctx, purpose);
  if (served === null) return 0;
  const { status, completedAtMs } = served;
  if (status === "completed") return (completedAtMs ?? 0) + sandboxBounds.visitMs;
  return status === "failed" || status === "cancelled" || status === "archived" ? 0 : Infinity;
}

async function readServed(ctx: QueryCtx, purpose: SandboxPurpose) {
  switch (purpose.kind) {
    case "run":
      return await ctx.db.get("runs", purpose.runId);
    case "issueSession":
      return await ctx.db.get("issueSessions", purpose.issueSessionId);
    case "answeringSession":
      return await ctx.db.get("answeringSessions", purpose.answeringSessionId);
    case "mergeRun":
      return await ctx.db.get("mergeRuns", purpose.mergeRunId);
  }
}
