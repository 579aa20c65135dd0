// A finished run continues in a round: on the same branch, with the same pull request, in the same attempt. A person, a
// key and the rule of the run all begin one here.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { revokeJobsOf } from "../jobs/cancellation";
import { apiError, invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { appendEvent } from "../runEvents/model";
import { applyConflictRule } from "./conflicts";
import { stopChildren } from "./statusChange";
import { assignToRound, openTrusted } from "./feedback";
import { presentWorkOfNone, queueRun } from "./lifecycle";
import { updateOutcomes } from "./outcomes";
import { dismissOpen } from "./questions";
import { findRound } from "./roundRows";
import type { RunStatus } from "./schema";
import { runMoves } from "./status";

type Run = Doc<"runs">;

interface NewRound {
  by: Actor;
  prompt?: string | undefined;
  /** What the round is about. Without these and a prompt it is about all that is open and trusted. */
  feedback?: Doc<"runFeedback">[] | undefined;
  /** The rule of the run begins it. */
  isAutomatic?: true;
}

/** Throws CONFLICT, and VALIDATION when the round would be about nothing. */
export async function continueRun(ctx: MutationCtx, run: Run, wanted: NewRound): Promise<Run> {
  const status = requireContinuable(run);
  const items = await itemsOf(ctx, run, wanted);
  if (wanted.isAutomatic !== true) await settleConflictOfRound(ctx, run, wanted.by);
  const round = (run.round ?? 0) + 1;
  const { _id: runId, projectId, attempt } = run;
  const { by, prompt } = wanted;
  await stopChildren(ctx, run);
  await revokeJobsOf(ctx, runId);
  // Where many runs have ended together, the transaction that does it may still come.
  await dismissOpen(ctx, runId, attempt);
  const feedback = await assignToRound(ctx, items);
  await ctx.db.insert("runRounds", { projectId, runId, attempt, round, by, feedback, ...omitNullish({ prompt }) });
  const next = await patchAndReturn(ctx, "runs", run, {
    ...presentWorkOfNone,
    round,
    automaticRounds: (run.automaticRounds ?? 0) + (wanted.isAutomatic === true ? 1 : 0),
    followUpAtMs: undefined,
  });
  const again = await updateOutcomes(ctx, run, next);
  const queued = await queueRun(ctx, again, status, by);
  const ids = items.map(({ _id }) => publicId("runFeedback", _id));
  await appendEvent(ctx, queued, { type: "run.continued", round, feedback: ids, actor: by });
  return queued;
}

/**
 * As for a start: there is no run to answer instead of this one, so a rule to skip refuses. A round that begins by
 * itself waits for the others, as nobody would see the refusal. Throws CONFLICT.
 */
async function settleConflictOfRound(ctx: MutationCtx, run: Run, by: Actor): Promise<void> {
  const project = await ctx.db.get("projects", run.projectId);
  if (project === null) return;
  const rules = run.onConflict === "skip" ? { ...run, onConflict: "reject" as const } : run;
  await applyConflictRule(ctx, project, rules, by);
}

/** The round that has failed begins again, as a further one about what is still open. Throws CONFLICT for nothing. */
export async function repeatRound(ctx: MutationCtx, run: Run, by: Actor): Promise<Run> {
  const given = await findRound(ctx, run);
  const items = await Promise.all(
    (given?.feedback ?? []).map(({ feedbackId }) => ctx.db.get("runFeedback", feedbackId)),
  );
  const feedback = items.flatMap((item) => (item?.status === "open" ? [item] : []));
  if (given?.prompt === undefined && feedback.length === 0)
    throw apiError(
      "CONFLICT",
      "The round cannot be tried again: it had no prompt, and none of its feedback is open any more.",
    );
  return await continueRun(ctx, run, { by, prompt: given?.prompt, feedback });
}

async function itemsOf(ctx: MutationCtx, run: Run, { prompt, feedback }: NewRound): Promise<Doc<"runFeedback">[]> {
  if (feedback !== undefined) return feedback;
  if (prompt !== undefined) return [];
  const open = await openTrusted(ctx, run._id);
  if (open.length > 0) return open;
  throw invalid("prompt", "prompt is required, because the run has no open feedback that is trusted.");
}

/** Returns the status that the run then has. Throws CONFLICT when it is not over, or its pull request is. */
export function requireContinuable({ status, prStatus }: Run): RunStatus {
  const next = nextState("run", runMoves, "continue", status);
  if (prStatus !== "merged" && prStatus !== "closed") return next;
  throw apiError("CONFLICT", `The pull request of the run is ${prStatus}; restart the run to begin a new one.`);
}
