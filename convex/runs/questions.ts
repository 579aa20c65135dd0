// The end of questions that a run asks. Only this file closes one. The ends of a run and of a step do it too, in their
// own transaction, and their folders import nothing of runQuestions/, which has all the rest.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { appendToFeed } from "../events/append";
import type { News } from "../events/append";
import { removeFromInbox } from "../inbox/model";
import { patchAndReturn } from "../lib/patchAndReturn";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import { isFinal } from "./status";

type Run = Doc<"runs">;
type Question = Doc<"runQuestions">;

export interface Outcome {
  status: Exclude<Question["status"], "waiting">;
  /** The answer as JSON text. */
  answer?: string;
  closedBy?: Id<"users">;
}

/** Closes a question of a run that may continue, which counts its open questions and notes the end in its log. */
export async function endQuestion(
  ctx: MutationCtx,
  run: Run,
  question: Question,
  outcome: Outcome,
  actor: Actor = systemActor,
): Promise<Question> {
  const isCounted = run.attempt === question.attempt && !isFinal(run.status);
  if (isCounted) await ctx.db.patch("runs", run._id, { openQuestions: Math.max(0, (run.openQuestions ?? 0) - 1) });
  const questionId = publicId("runQuestions", question._id);
  const { status } = outcome;
  const event = { type: "questions.answered", questionId, status, actor } as const;
  await appendEvent(ctx, run, event, toFeedEvent(question, status, actor));
  return await closeQuestion(ctx, question, outcome);
}

async function closeQuestion(ctx: MutationCtx, question: Question, outcome: Outcome): Promise<Question> {
  await removeFromInbox(ctx, "run_question", question._id);
  return await patchAndReturn(ctx, "runQuestions", question, { ...outcome, closedAtMs: Date.now() });
}

/** What the feed of the project has, whichever way a question that waited has ended. */
function toFeedEvent({ _id: id }: Question, status: Outcome["status"], actor: Actor): News {
  return { type: "questions.answered", subject: { type: "runQuestion", id }, data: { status, actor } };
}

/**
 * Dismisses what an ended attempt left open. The log of the run has its end, and nothing for each question. The feed
 * has the end of each, as somebody may listen there for questions alone.
 */
export async function dismissOpen(ctx: MutationCtx, runId: Id<"runs">, attempt: number): Promise<void> {
  const status = "dismissed";
  for await (const question of waitingOf(ctx, runId)) {
    if (question.attempt > attempt) continue;
    const { projectId } = question;
    await appendToFeed(ctx, { projectId, runId, ...toFeedEvent(question, status, systemActor) });
    await closeQuestion(ctx, question, { status });
  }
}

/**
 * The same in a later transaction, which spares what the run asks if it has continued since: that has dismissed its
 * questions itself. Calls of earlier versions know no round.
 */
export async function dismissOfEnded(
  ctx: MutationCtx,
  { runId, attempt, round }: { runId: Id<"runs">; attempt: number; round?: number | undefined },
): Promise<void> {
  const run = await ctx.db.get("runs", runId);
  if (run?.attempt === attempt && (round === undefined ? !isFinal(run.status) : (run.round ?? 0) !== round)) return;
  await dismissOpen(ctx, runId, attempt);
}

/** Dismisses what a step that has ended left open: its agent is gone, and nobody would read an answer. */
export async function dismissOfStep(ctx: MutationCtx, run: Run, stepId: Id<"runSteps">): Promise<void> {
  await dismissEach(ctx, run, (question) => question.stepId === stepId);
}

/** Dismisses the question about the gate of a step. */
export async function dismissOfGate(ctx: MutationCtx, run: Run, stepId: Id<"runSteps">): Promise<void> {
  await dismissEach(ctx, run, (question) => question.gateStepId === stepId);
}

async function dismissEach(ctx: MutationCtx, run: Run, isSettled: (question: Question) => boolean): Promise<void> {
  if ((run.openQuestions ?? 0) === 0) return;
  for await (const question of waitingOf(ctx, run._id)) {
    if (!isSettled(question)) continue;
    // The count in `run` is out of date when an earlier step of this transaction or an earlier question was closed.
    await endQuestion(ctx, await getOrThrow(ctx, "runs", run._id), question, { status: "dismissed" });
  }
}

/** A run has at most twenty, and one for each gate. */
function waitingOf(ctx: QueryCtx, runId: Id<"runs">) {
  return ctx.db
    .query("runQuestions")
    .withIndex("by_run_and_status", (q) => q.eq("runId", runId).eq("status", "waiting"));
}
