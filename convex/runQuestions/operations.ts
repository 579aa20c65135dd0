import { callbackMutation, callbackQuery } from "../callback/builders";
import type { Doc } from "../_generated/dataModel";
import { getForRunner } from "../lib/getDocument";
import { ask as askQuestion } from "./model";
import { presentAnswer } from "./present";
import type { AnswerView } from "./present";
import type { AskRequest } from "./requests";

export const ask = callbackMutation(
  async (ctx, { runId, ...request }: { runId: string } & AskRequest): Promise<AnswerView> => {
    const run = await getForRunner(ctx, "runs", runId);
    return presentAnswer(await askQuestion(ctx, run, request), Date.now());
  },
);

/** Reads only the question, and no clock, so that the platform keeps the result until it is closed. */
export const read = callbackQuery(
  async (ctx, { questionId }: { questionId: string }): Promise<Doc<"runQuestions">> =>
    await getForRunner(ctx, "runQuestions", questionId),
);
