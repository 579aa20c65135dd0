import { callbackMutation, callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { registerSandbox } from "../sandboxes/model";
import type { QuestionView } from "../sessionQuestions/present";
import type { SandboxCreation, StatusUpdate } from "./requests";
import { presentWithQuestions } from "./detail";
import { archiveAnsweringSession, moveAnsweringSession } from "./model";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";

export const get = callbackQuery(
  async (
    ctx,
    { answeringSessionId }: { answeringSessionId: string },
  ): Promise<AnsweringSessionView & { questions: QuestionView[] }> => {
    const session = await getForRunner(ctx, "answeringSessions", answeringSessionId);
    return await presentWithQuestions(ctx, session);
  },
);

export const createSandbox = callbackMutation(async (ctx, { answeringSessionId, sandboxPayload }: SandboxCreation) => {
  const session = await getForRunner(ctx, "answeringSessions", answeringSessionId);
  const purpose = { kind: "answeringSession", answeringSessionId: session._id } as const;
  const sandbox = await registerSandbox(ctx, session.projectId, purpose, sandboxPayload);
  return { id: publicId("sandboxes", sandbox._id), status: sandbox.status };
});

export const updateStatus = callbackMutation(
  async (ctx, { answeringSessionId, status }: StatusUpdate): Promise<AnsweringSessionView> => {
    const session = await getForRunner(ctx, "answeringSessions", answeringSessionId);
    return presentAnsweringSession(
      status === "archived"
        ? await archiveAnsweringSession(ctx, session, null)
        : await moveAnsweringSession(ctx, session, status),
    );
  },
);
