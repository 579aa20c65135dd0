// Whether a run continues by itself: its rule says so, something trusted was said that the rule names, nothing new has
// come for a while, and the rule has a round left. Without one the inbox says that feedback waits.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { addToInbox, removeFromInbox } from "../inbox/model";
import type { FollowUp } from "../lib/followUp";
import { hasOpenTrusted, hasUnaddressed } from "./feedback";

type Run = Doc<"runs">;

/** `news`: the run ended, its request is open now, or something was said. `change`: all else on which it depends. */
type Cause = "news" | "change";

/** Call this after each change of the status, the feedback and the pull request of a run. */
export async function considerFollowUp(ctx: MutationCtx, run: Run, cause: Cause): Promise<void> {
  const { followUp } = run;
  if (followUp === undefined) return;
  const isWanted = await wantsRound(ctx, run, followUp);
  const hasLeft = hasRoundLeft(run, followUp);
  await updateInbox(ctx, run, isWanted && !hasLeft, cause);
  await setTime(ctx, run, isWanted && hasLeft ? dueAt(run, followUp) : undefined);
}

async function setTime(ctx: MutationCtx, { _id: runId, followUpAtMs }: Run, dueMs: number | undefined): Promise<void> {
  if (dueMs === followUpAtMs) return;
  await ctx.db.patch("runs", runId, { followUpAtMs: dueMs });
  if (dueMs === undefined) return;
  await ctx.scheduler.runAt(Math.max(dueMs, Date.now()), internal.runs.scheduled.followUp, { runId, dueMs });
}

export async function wantsRound(ctx: QueryCtx, run: Run, followUp: FollowUp): Promise<boolean> {
  const { status, deletedAtMs, prStatus } = run;
  if (status !== "completed" || deletedAtMs !== undefined || !isPullRequestOpen(prStatus)) return false;
  return await hasUnaddressed(ctx, run._id, followUp);
}

export function isPullRequestOpen(status: Run["prStatus"]): boolean {
  return status === "open" || status === "draft";
}

export function hasRoundLeft({ automaticRounds = 0 }: Run, { maxRounds }: FollowUp): boolean {
  return automaticRounds < maxRounds;
}

function dueAt({ feedbackAtMs = 0 }: Run, { quietMs }: FollowUp): number {
  return feedbackAtMs + quietMs;
}

/** The item leaves when nothing trusted is open, or the request has ended. One that was dismissed returns with news. */
async function updateInbox(ctx: MutationCtx, run: Run, isWaiting: boolean, cause: Cause): Promise<void> {
  const { _id: runId, projectId, name: title, prStatus } = run;
  if (isWaiting) {
    const reason = "New feedback has arrived, but the run has used all its automatic rounds.";
    if (cause === "news") await addToInbox(ctx, "feedback_waiting", runId, { projectId, runId, title, reason });
    return;
  }
  if (isPullRequestOpen(prStatus) && (await hasOpenTrusted(ctx, runId))) return;
  await removeFromInbox(ctx, "feedback_waiting", runId);
}
