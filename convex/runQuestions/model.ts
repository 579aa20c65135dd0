// Questions that a run asks people. A question begins to wait in `openQuestion` alone, and ends in `closeQuestion` of
// runs/questions.ts alone: whatever else has to know of that is called there.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Caller } from "../callers/caller";
import { addToInbox } from "../inbox/model";
import { apiError, invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { dayMs } from "../lib/times";
import { appendEvent } from "../runEvents/model";
import { isOfPresentWork } from "../runs/gates";
import { endQuestion } from "../runs/questions";
import { isFinal } from "../runs/status";
import { isOpen as isOpenStep, stepOfRun } from "../runSteps/model";
import { requireValidAnswer } from "./forms";
import type { Answer } from "./forms";
import { formOf, gateKeyPrefix, isOverdue } from "./questionRow";
import type { AskRequest } from "./requests";
import { questionMoves } from "./status";
import type { QuestionStatus } from "./status";

type Run = Doc<"runs">;
type Question = Doc<"runQuestions">;

/** A person can see this many at once, and the end of a run can dismiss them with those of its gates. */
const maxOpen = 20;
/** No run lasts longer. */
const maxAheadMs = 30 * dayMs;

/** Returns the question that has this key in this attempt, or asks it. Throws CONFLICT, NOT_FOUND and VALIDATION. */
export async function ask(ctx: MutationCtx, run: Run, request: AskRequest): Promise<Question> {
  const { _id: runId, attempt, status } = run;
  const step = request.stepId == null ? null : await stepOfRun(ctx, run, "stepId", request.stepId);
  const asked = await ctx.db
    .query("runQuestions")
    .withIndex("by_key", (q) => q.eq("runId", runId).eq("attempt", attempt).eq("key", request.key))
    .unique();
  if (asked !== null) return asked;
  if (request.key.startsWith(gateKeyPrefix)) {
    throw invalid("key", `key must not begin with ${gateKeyPrefix}, because the service asks the questions of gates.`);
  }
  if (isFinal(status)) throw apiError("CONFLICT", `The run is ${status}; it can ask no further questions.`);
  if (step !== null && !isOpenStep(step.status)) {
    throw apiError("CONFLICT", `The step is ${step.status}; it can ask no further questions.`);
  }
  requireDeadline(request.deadline);
  const { options, schema } = request;
  if (options != null && schema != null) throw invalid("schema", "schema must be left out when there are options.");
  if (request.default != null) requireValidAnswer("default", omitNullish({ options, schema }), request.default);
  return await openQuestion(ctx, run, request, { stepId: step?._id });
}

function requireDeadline(deadlineMs: AskRequest["deadline"]): void {
  if (deadlineMs == null) return;
  const leftMs = deadlineMs - Date.now();
  if (leftMs <= 0) throw invalid("deadline", "deadline must be in the future.");
  if (leftMs > maxAheadMs) throw invalid("deadline", `deadline must be at most ${maxAheadMs / dayMs} days ahead.`);
}

/** `about` is the step whose agent asks, or the one whose gate does. Throws CONFLICT. */
export async function openQuestion(
  ctx: MutationCtx,
  run: Run,
  request: Omit<AskRequest, "stepId">,
  about: { stepId?: Id<"runSteps"> | undefined } | { gateStepId: Id<"runSteps"> },
): Promise<Question> {
  const { openQuestions = 0 } = run;
  // The service asks for a gate once, and the runner's report about the step may not be lost for it.
  if (openQuestions >= maxOpen && !("gateStepId" in about)) {
    throw apiError("CONFLICT", `The run has ${maxOpen} open questions; wait until one of them is closed.`);
  }
  const { key, title, text, options, schema, deadline, default: fallback } = request;
  const questionId = await ctx.db.insert("runQuestions", {
    projectId: run.projectId,
    runId: run._id,
    attempt: run.attempt,
    key,
    title,
    status: "waiting",
    ...omitNullish({
      ...about,
      text,
      options,
      deadlineMs: deadline,
      schema: written(schema),
      default: written(fallback),
    }),
  });
  await ctx.db.patch("runs", run._id, { openQuestions: openQuestions + 1 });
  const { projectId, _id: runId } = run;
  await addToInbox(ctx, "run_question", questionId, {
    projectId,
    runId,
    title,
    reason: `${run.name} waits for an answer.`,
    ...omitNullish({ dueMs: deadline }),
  });
  const id = publicId("runQuestions", questionId);
  const until = omitNullish({ deadline });
  await appendEvent(
    ctx,
    run,
    { type: "questions.waiting", questionId: id, title, ...until },
    { type: "questions.waiting", subject: { type: "runQuestion", id: questionId }, data: until },
  );
  if (deadline != null) await ctx.scheduler.runAt(deadline, internal.runQuestions.scheduled.expire, { questionId });
  return await getOrThrow(ctx, "runQuestions", questionId);
}

function written(value: unknown): string | undefined {
  return value == null ? undefined : JSON.stringify(value);
}

interface Closing {
  run: Run;
  question: Question;
  by: Pick<Caller, "userId" | "actor">;
}

/** Throws CONFLICT when the question does not wait, and VALIDATION when the answer does not fit. */
export async function answerQuestion(
  ctx: MutationCtx,
  { run, question, by }: Closing,
  answer: Answer,
): Promise<Question> {
  nextState("question", questionMoves, "answer", await statusWithGate(ctx, run, question));
  requireValidAnswer("answer", formOf(question), answer);
  const answered = { status: "answered", answer: JSON.stringify(answer), closedBy: by.userId } as const;
  return await endQuestion(ctx, run, question, answered, by.actor);
}

/** What the gate of an earlier round has asked decides nothing about this one. */
async function statusWithGate(ctx: QueryCtx, run: Run, question: Question): Promise<QuestionStatus> {
  const status = statusNow(run, question);
  if (question.gateStepId === undefined || status !== "waiting") return status;
  const step = await ctx.db.get("runSteps", question.gateStepId);
  return step !== null && isOfPresentWork(run, step) ? status : "dismissed";
}

/** Throws CONFLICT when the question does not wait. */
export async function dismissQuestion(ctx: MutationCtx, { run, question, by }: Closing): Promise<Question> {
  nextState("question", questionMoves, "dismiss", statusNow(run, question));
  return await endQuestion(ctx, run, question, { status: "dismissed", closedBy: by.userId }, by.actor);
}

/** The deadline and the end of the run may have come although the clock has not closed the question yet. */
function statusNow(run: Run, question: Question): QuestionStatus {
  if (question.status !== "waiting") return question.status;
  if (isFinal(run.status) || run.attempt !== question.attempt) return "dismissed";
  return isOverdue(question, Date.now()) ? "expired" : "waiting";
}

/** The question takes its default as the answer. */
export async function expireQuestion(ctx: MutationCtx, question: Question): Promise<void> {
  if (question.status !== "waiting") return;
  const run = await getOrThrow(ctx, "runs", question.runId);
  await endQuestion(ctx, run, question, { status: "expired", ...omitNullish({ answer: question.default }) });
}
