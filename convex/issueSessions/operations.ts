import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { callbackMutation, callbackQuery } from "../callback/builders";
import { createIssues } from "../issues/model";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { registerSandbox } from "../sandboxes/model";
import type { IssueCreation, NewStep, SandboxCreation, StatusUpdate, StepStatusUpdate } from "./requests";
import { moveIssueSession } from "./model";
import { presentDetail, presentSession, presentStep } from "./present";
import type { SessionDetail, SessionStepView, SessionView } from "./present";
import { addStep, changeStepStatus } from "./steps";

type One = { sessionId: string };

export const get = callbackQuery(async (ctx, { sessionId }: One): Promise<SessionDetail> =>
  presentDetail(ctx, await getForRunner(ctx, "issueSessions", sessionId)),
);

export const createSandbox = callbackMutation(async (ctx, { sessionId, sandboxPayload }: SandboxCreation) => {
  const session = await getForRunner(ctx, "issueSessions", sessionId);
  const purpose = { kind: "issueSession", issueSessionId: session._id } as const;
  const sandbox = await registerSandbox(ctx, session.projectId, purpose, sandboxPayload);
  return { id: publicId("sandboxes", sandbox._id), status: sandbox.status };
});

export const updateStatus = callbackMutation(
  async (ctx, { sessionId, status, error }: StatusUpdate): Promise<SessionView> => {
    const session = await getForRunner(ctx, "issueSessions", sessionId);
    return presentSession(await moveIssueSession(ctx, session, status, { error: error ?? undefined }));
  },
);

/** Returns the issues' ids in order. Works also after the session has ended, because findings are worth keeping. */
export const createIssuesFromJson = callbackMutation(async (ctx, { sessionId, issues }: IssueCreation) => {
  const session = await getForRunner(ctx, "issueSessions", sessionId);
  const created = await createIssues(ctx, session.projectId, session, issues);
  return { ids: created.map(({ _id }) => publicId("issues", _id)), count: created.length };
});

export const updateIteration = callbackMutation(async (ctx, { sessionId }: One): Promise<SessionView> => {
  const session = await getForRunner(ctx, "issueSessions", sessionId);
  return await change(ctx, session, { iteration: session.iteration + 1 });
});

export const updateProgress = callbackMutation(
  async (ctx, { sessionId, progress }: One & { progress: string }): Promise<SessionView> =>
    await change(ctx, await getForRunner(ctx, "issueSessions", sessionId), { progress }),
);

export const createStep = callbackMutation(async (ctx, { sessionId, ...step }: NewStep) => {
  const { _id, status } = await addStep(ctx, await getForRunner(ctx, "issueSessions", sessionId), step);
  return { id: publicId("issueSessionSteps", _id), status };
});

export const updateStepStatus = callbackMutation(
  async (ctx, { stepId, status }: StepStatusUpdate): Promise<SessionStepView> =>
    presentStep(await changeStepStatus(ctx, await getForRunner(ctx, "issueSessionSteps", stepId), status)),
);

async function change(
  ctx: MutationCtx,
  session: Doc<"issueSessions">,
  changes: { iteration: number } | { progress: string },
): Promise<SessionView> {
  await ctx.db.patch("issueSessions", session._id, changes);
  return presentSession({ ...session, ...changes });
}
