import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import type { Caller } from "../callers/caller";
import { changeCounter } from "../counters/model";
import { hideItemsOf, removeItemsOf, removeFromInbox, showItemsOf } from "../inbox/model";
import { endFollowing, setResting } from "../jobs/looks";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { requireBudgetLeft } from "../lib/transactionBudget";
import { appendEvent } from "../runEvents/model";
import { removeSandbox } from "../sandboxes/model";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { getOrThrow } from "../lib/getDocument";
import { clearArtifacts } from "./artifacts";
import { considerFollowUp } from "./followUp";
import { removeLabels, updateLabels } from "./labels";
import { cancelRun } from "./lifecycle";
import { followEarlierPullRequest } from "./pullRequest";
import { isFinal } from "./status";

type Run = Doc<"runs">;
type By = Pick<Caller, "userId" | "actor">;

/** A run that is not over is cancelled first. */
export async function discardRun(ctx: MutationCtx, run: Run, by: By): Promise<void> {
  if (!isFinal(run.status)) await cancelRun(ctx, run, { by: by.actor });
  await discardEnded(ctx, run, by);
  await changeCounter(ctx, run.projectId, "totalRuns", -1);
}

/** Deletes all of the runs or none. Throws VALIDATION for more runs than one transaction can hold. */
export async function discardRuns(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { field, runs, by }: { field: string; runs: readonly Run[]; by: By },
): Promise<void> {
  for (const run of runs) {
    if (!isFinal(run.status)) await cancelRun(ctx, run, { childrenEndLater: true, by: by.actor });
    await discardEnded(ctx, run, by);
    await requireBudgetLeft(ctx, field);
  }
  await changeCounter(ctx, projectId, "totalRuns", -runs.length);
}

async function discardEnded(ctx: MutationCtx, run: Run, { userId, actor }: By): Promise<void> {
  await moveToTrash(ctx, "run", run, { name: run.name, by: userId });
  await updateLabels(ctx, run, { deletedAtMs: Date.now() });
  await hideItemsOf(ctx, "runs", run._id);
  if (run.request !== undefined) await setResting(ctx, run._id, true);
  await appendEvent(ctx, run, { type: "run.deleted", actor });
}

/** Throws CONFLICT for a run that is not in the trash. */
export async function restoreRun(ctx: MutationCtx, run: Run, actor: Actor): Promise<void> {
  await restoreFromTrash(ctx, "run", run);
  await updateLabels(ctx, run, { deletedAtMs: undefined });
  await showItemsOf(ctx, "runs", run._id);
  const restored = await getOrThrow(ctx, "runs", run._id);
  if (run.request !== undefined) await setResting(ctx, run._id, false);
  else await followEarlierPullRequest(ctx, restored);
  await changeCounter(ctx, run.projectId, "totalRuns", 1);
  await appendEvent(ctx, run, { type: "run.restored", actor });
  if (run.followUp !== undefined) await considerFollowUp(ctx, restored, "change");
}

/** Deletes the run at once and its other rows in batches. Throws CONFLICT for a run that is not in the trash. */
export async function purgeRun(ctx: MutationCtx, run: Run): Promise<void> {
  await purgeFromTrash(ctx, "run", run);
  await leaveOthers(ctx, run);
  await clearTraces(ctx, run._id);
}

/** Deletes a run that has ended, whether it is in the trash or not, and its other rows later. Sums keep it. */
export async function removeEnded(ctx: MutationCtx, run: Run): Promise<void> {
  if (run.deletedAtMs === undefined) await ctx.db.delete("runs", run._id);
  else await purgeFromTrash(ctx, "run", run);
  await leaveOthers(ctx, run);
  await ctx.scheduler.runAfter(0, internal.runs.scheduled.clear, { runId: run._id });
}

async function leaveOthers(ctx: MutationCtx, run: Run): Promise<void> {
  await removeItemsOf(ctx, "runs", run._id);
  if (run.request !== undefined) await endFollowing(ctx, run._id);
}

const rowsPerBatch = 200;
/** A batch has few sandboxes, because each has messages and files. */
const sandboxesPerBatch = 5;

export async function clearTraces(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const budget = batchBudget(rowsPerBatch);
  await clearRowsOfRun(ctx, runId, budget);
  const sandboxes = await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(sandboxesPerBatch);
  for (const sandbox of sandboxes) await removeSandbox(ctx, sandbox);
  if (!isSpent(budget) && sandboxes.length < sandboxesPerBatch) return;
  await ctx.scheduler.runAfter(0, internal.runs.scheduled.clear, { runId });
}

/** Deletes as many rows of the run as this transaction has room for: its steps, events, questions and so forth. */
export async function clearRowsOfRun(ctx: MutationCtx, runId: Id<"runs">, budget: BatchBudget): Promise<void> {
  const steps = ctx.db.query("runSteps").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, steps, ({ _id }) => ctx.db.delete("runSteps", _id));
  await removeLabels(ctx, runId, budget);
  const events = ctx.db.query("runEvents").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, events, ({ _id }) => ctx.db.delete("runEvents", _id));
  const feedback = ctx.db.query("runFeedback").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, feedback, ({ _id }) => ctx.db.delete("runFeedback", _id));
  const rounds = ctx.db.query("runRounds").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, rounds, ({ _id }) => ctx.db.delete("runRounds", _id));
  await clearArtifacts(ctx, runId, budget);
  const questions = ctx.db.query("runQuestions").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, questions, async ({ _id, status }) => {
    // The transaction that dismisses the questions of an ended run may not have run yet.
    if (status === "waiting") await removeFromInbox(ctx, "run_question", _id);
    await ctx.db.delete("runQuestions", _id);
  });
}
