import { callbackMutation, callbackQuery } from "../callback/builders";
import { namedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { registerSandbox } from "../sandboxes/model";
import { questionsOf } from "../sessionQuestions/model";
import { presentQuestion } from "../sessionQuestions/present";
import type { QuestionView } from "../sessionQuestions/present";
import type { SandboxCreation, StatusUpdate } from "./callbackRequests";
import { archiveAnsweringSession, moveAnsweringSession } from "./model";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";

export const get = callbackQuery(
  async (
    ctx,
    { answeringSessionId }: { answeringSessionId: string },
  ): Promise<AnsweringSessionView & { questions: QuestionView[] }> => {
    const session = await namedDocument(ctx, "answeringSessions", answeringSessionId);
    const questions = await questionsOf(ctx, session);
    return {
      ...presentAnsweringSession(session),
      questions: await Promise.all(questions.map((question) => presentQuestion(ctx, question))),
    };
  },
);

/** The session names the sandbox that was made for it last. */
export const createSandbox = callbackMutation(async (ctx, { answeringSessionId, sandboxPayload }: SandboxCreation) => {
  const session = await namedDocument(ctx, "answeringSessions", answeringSessionId);
  const purpose = { kind: "answeringSession", answeringSessionId: session._id } as const;
  const sandbox = await registerSandbox(ctx, session.projectId, purpose, sandboxPayload);
  await ctx.db.patch("answeringSessions", session._id, { sandboxId: sandbox._id });
  return { id: publicId("sandboxes", sandbox._id), status: sandbox.status };
});

export const updateStatus = callbackMutation(
  async (ctx, { answeringSessionId, status }: StatusUpdate): Promise<AnsweringSessionView> => {
    const session = await namedDocument(ctx, "answeringSessions", answeringSessionId);
    return presentAnsweringSession(
      status === "archived"
        ? await archiveAnsweringSession(ctx, session, null)
        : await moveAnsweringSession(ctx, session, status),
    );
  },
);
