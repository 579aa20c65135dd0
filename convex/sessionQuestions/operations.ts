import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import type { AssumptionMap, AssumptionUpdates, Creation } from "./requests";
import { addQuestions, changeAssumption } from "./model";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";

export const create = callbackMutation(async (ctx, { answeringSessionId, questions }: Creation) => {
  const session = await getForRunner(ctx, "answeringSessions", answeringSessionId);
  const ids = await addQuestions(ctx, session, questions);
  return { ids: ids.map((id) => publicId("sessionQuestions", id)), count: ids.length };
});

/** Changes all the assumptions or none, in one transaction. Returns the changed questions. */
export const updateAssumptions = callbackMutation(
  async (ctx, { updates }: AssumptionUpdates): Promise<QuestionView[]> => {
    const changed = [];
    for (const update of updates) changed.push(await change(ctx, update));
    return changed;
  },
);

export const updateByIssueSession = callbackMutation(
  async (ctx, { issueSessionId, assumptions }: AssumptionMap): Promise<QuestionView[]> => {
    const session = await getForRunner(ctx, "issueSessions", issueSessionId);
    const changed = [];
    for (const [questionId, assumption] of Object.entries(assumptions)) {
      changed.push(await change(ctx, { questionId, assumption }, session._id));
    }
    return changed;
  },
);

async function change(
  ctx: MutationCtx,
  { questionId, assumption }: AssumptionUpdates["updates"][number],
  issueSessionId?: string,
): Promise<QuestionView> {
  const question = await getForRunner(ctx, "sessionQuestions", questionId);
  if (issueSessionId !== undefined && question.issueSessionId !== issueSessionId) {
    throw apiError("FORBIDDEN", `The session question ${questionId} belongs to another issue session.`);
  }
  return await presentQuestion(ctx, await changeAssumption(ctx, question, assumption));
}
