// The question about a gate that has not passed, where the workflow says that a person decides. The service asks it
// when the step ends; what the answer means is carried out in the transaction of the answer.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { acceptRun } from "../runs/accept";
import { changeRunStatus } from "../runs/statusChange";
import { isOfPresentWork } from "../runs/gates";
import { isFinal } from "../runs/status";
import { openQuestion } from "./model";
import { gateKeyPrefix } from "./questionRow";

type Step = Doc<"runSteps">;

const answers = ["repeat", "accept", "stop"] as const;

/** Asks once for each step that has ended so. */
export async function askAboutGate(ctx: MutationCtx, step: Step): Promise<void> {
  const { gate, status, verdict, attempt } = step;
  const hasEnded = status === "completed" || status === "failed";
  if (gate?.onFail !== "ask" || !hasEnded || verdict?.pass !== false) return;
  const run = await getOrThrow(ctx, "runs", step.runId);
  if (isFinal(run.status) || !isOfPresentWork(run, step)) return;
  const key = `${gateKeyPrefix}${publicId("runSteps", step._id)}`;
  const asked = await ctx.db
    .query("runQuestions")
    .withIndex("by_key", (q) => q.eq("runId", run._id).eq("attempt", attempt).eq("key", key))
    .unique();
  if (asked !== null) return;
  const title = `The gate of ${step.name} has not passed. What now?`;
  const text = verdict.feedback ?? null;
  await openQuestion(ctx, run, { key, title, text, options: [...answers] }, { gateStepId: step._id });
}

/** What the answer to the question about a gate means. "repeat" leaves it to the runner. */
export async function followGateAnswer(
  ctx: MutationCtx,
  question: Doc<"runQuestions">,
  answer: unknown,
  by: Actor,
): Promise<void> {
  if (question.gateStepId === undefined) return;
  const run = await getOrThrow(ctx, "runs", question.runId);
  if (answer === "accept")
    await acceptRun(ctx, run, { by, reason: "This was the answer to the question of the gate." });
  if (answer !== "stop") return;
  await changeRunStatus(ctx, run, "failed", { by, reason: "gate", error: question.title });
}
