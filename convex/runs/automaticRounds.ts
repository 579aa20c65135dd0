// Begins the round of a run whose time has come (followUp.ts).
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { dayMs } from "../lib/times";
import { chooseForRound } from "./feedback";
import { considerFollowUp, hasRoundLeft, wantsRound } from "./followUp";
import { continueRun } from "./rounds";

type Run = Doc<"runs">;

/** Does nothing when the time has changed since. The round is given what the rule names, and what people have said. */
export async function followUpIfDue(ctx: MutationCtx, run: Run, dueMs: number): Promise<void> {
  const { followUp } = run;
  if (followUp === undefined || run.followUpAtMs !== dueMs) return;
  if (await isProjectDeleted(ctx, run)) return await waitForProject(ctx, run, dueMs);
  if (!hasRoundLeft(run, followUp) || !(await wantsRound(ctx, run, followUp))) {
    return await considerFollowUp(ctx, run, "change");
  }
  const feedback = await chooseForRound(ctx, run._id, followUp);
  await continueRun(ctx, run, { by: systemActor, feedback, isAutomatic: true });
}

async function isProjectDeleted(ctx: MutationCtx, { projectId }: Run): Promise<boolean> {
  return (await ctx.db.get("projects", projectId))?.deletingAtMs !== undefined;
}

/** Somebody may restore the project. */
async function waitForProject(ctx: MutationCtx, { _id: runId }: Run, dueMs: number): Promise<void> {
  await ctx.scheduler.runAfter(dayMs, internal.runs.scheduled.followUp, { runId, dueMs });
}
