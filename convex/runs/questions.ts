// The end of questions that a run asks. Only this file closes one, because the end of a run does it too, in the same
// transaction, and this folder imports nothing of runQuestions/, which has all the rest.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { settle } from "../inbox/model";
import { changed } from "../lib/changed";

type Question = Doc<"runQuestions">;

export interface Outcome {
  status: Exclude<Question["status"], "waiting">;
  /** The answer as JSON text. */
  answer?: string;
  closedBy?: Id<"users">;
}

export async function closeQuestion(ctx: MutationCtx, question: Question, outcome: Outcome): Promise<Question> {
  await settle(ctx, "run_question", question._id);
  return await changed(ctx, "runQuestions", question, { ...outcome, closedAtMs: Date.now() });
}

/** Dismisses what an ended attempt left open. The log of the run has its end, and nothing for each question. */
export async function dismissOpen(ctx: MutationCtx, runId: Id<"runs">, attempt: number): Promise<void> {
  const open = ctx.db
    .query("runQuestions")
    .withIndex("by_run_and_status", (q) => q.eq("runId", runId).eq("status", "waiting"));
  for await (const question of open) {
    if (question.attempt <= attempt) await closeQuestion(ctx, question, { status: "dismissed" });
  }
}
