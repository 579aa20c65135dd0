// What the agent of a run asks people with its token. These are questions as any other of the run.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { agentFollowQuery, agentProgressMutation } from "../agents/builders";
import type { AgentCaller } from "../callers/agentTokens";
import { getOwn } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { isOpen as isOpenStep } from "../runSteps/model";
import { ask as askQuestion } from "./model";
import { presentAnswer } from "./present";
import type { AnswerView } from "./present";
import type { AgentAskRequest } from "./requests";

/** `digest` is a hash of what is asked: an agent that asks the same again means the same question. */
export type AgentQuestion = Omit<AgentAskRequest, "seconds"> & { digest: string };

export const ask = agentProgressMutation(async (ctx, { digest, ...request }: AgentQuestion): Promise<AnswerView> => {
  const step = await openStep(ctx);
  const stepId = step === null ? null : publicId("runSteps", step._id);
  const key = `agent/${digest}`;
  const asked = await askQuestion(ctx, ctx.run, { ...request, stepId, key });
  const isOfEarlierStep = asked.status === "dismissed" && step !== null && asked.stepId !== step._id;
  // The end of that step has dismissed it. The agent of this one asks it again.
  const question = isOfEarlierStep
    ? await askQuestion(ctx, ctx.run, { ...request, stepId, key: `${key}/${step._id}` })
    : asked;
  return presentAnswer(question, Date.now());
});

/** The end of the step on which the agent works dismisses what it has asked. */
async function openStep({ db, run }: MutationCtx & AgentCaller): Promise<Doc<"runSteps"> | null> {
  const step = run.activeStepId === undefined ? null : await db.get("runSteps", run.activeStepId);
  return step !== null && isOpenStep(step.status) ? step : null;
}

export const read = agentFollowQuery(
  async (ctx, { questionId }: { questionId: string }): Promise<Doc<"runQuestions">> => {
    return await getOwn(ctx, "runQuestions", questionId);
  },
);
