import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { callbackMutation, callbackQuery } from "../callback/builders";
import { patchAndReturn } from "../lib/patchAndReturn";
import { getOrThrow, getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import type { CreateRequest, LearningStatusRequest, PrRequest, StatusRequest, TriggerRequest } from "./requests";
import { registerSandbox } from "./model";
import { presentSandbox } from "./present";
import type { SandboxView } from "./present";
import { changePullRequest } from "./pullRequest";
import type { SandboxPurpose } from "./schema";
import { changeSandboxStatus } from "./status";

type One = { sandboxId: string };

export const get = callbackQuery(async (ctx, { sandboxId }: One): Promise<SandboxView> =>
  presentSandbox(await getForRunner(ctx, "sandboxes", sandboxId)),
);

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const { projectId, purpose } = await readPurpose(ctx, request);
  const { _id, status } = await registerSandbox(ctx, projectId, purpose, request);
  return { id: publicId("sandboxes", _id), status };
});

export const updateStatus = callbackMutation(
  async (ctx, { sandboxId, status }: StatusRequest): Promise<SandboxView> => {
    const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
    await changeSandboxStatus(ctx, sandbox, status);
    return await presentCurrent(ctx, sandbox);
  },
);

export const setTriggerRunId = callbackMutation(
  async (ctx, { sandboxId, triggerRunId }: TriggerRequest): Promise<SandboxView> =>
    await change(ctx, sandboxId, { triggerRunId }),
);

export const updateLearningStatus = callbackMutation(
  async (ctx, { sandboxId, learningStatus }: LearningStatusRequest): Promise<SandboxView> =>
    await change(ctx, sandboxId, { learningStatus }),
);

export const updatePr = callbackMutation(async (ctx, { sandboxId, ...pr }: PrRequest): Promise<SandboxView> => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  await changePullRequest(ctx, sandbox, pr);
  return await presentCurrent(ctx, sandbox);
});

export const hasAssistantMessages = callbackQuery(
  async (ctx, { sandboxId }: One): Promise<boolean> =>
    (await getForRunner(ctx, "sandboxes", sandboxId)).hasAssistantMessages,
);

async function change(ctx: MutationCtx, sandboxId: string, change: Partial<Doc<"sandboxes">>): Promise<SandboxView> {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  return presentSandbox(await patchAndReturn(ctx, "sandboxes", sandbox, change));
}

async function presentCurrent(ctx: QueryCtx, { _id }: Doc<"sandboxes">): Promise<SandboxView> {
  return presentSandbox(await getOrThrow(ctx, "sandboxes", _id));
}

interface Served {
  projectId: Id<"projects">;
  purpose: SandboxPurpose;
}

/** Throws NOT_FOUND, and VALIDATION unless the call names exactly one run or session. */
async function readPurpose(ctx: QueryCtx, request: CreateRequest): Promise<Served> {
  const { runId, issueSessionId, answeringSessionId, mergeRunId } = request;
  const named = [runId, issueSessionId, answeringSessionId, mergeRunId].filter((id) => id != null);
  if (named.length !== 1) {
    throw invalid("runId", "Send exactly one of runId, issueSessionId, answeringSessionId and mergeRunId.");
  }
  if (runId != null) {
    const { _id, projectId } = await getForRunner(ctx, "runs", runId);
    return { projectId, purpose: { kind: "run", runId: _id } };
  }
  if (issueSessionId != null) {
    const { _id, projectId } = await getForRunner(ctx, "issueSessions", issueSessionId);
    return { projectId, purpose: { kind: "issueSession", issueSessionId: _id } };
  }
  if (answeringSessionId != null) {
    const { _id, projectId } = await getForRunner(ctx, "answeringSessions", answeringSessionId);
    return { projectId, purpose: { kind: "answeringSession", answeringSessionId: _id } };
  }
  const { _id, projectId } = await getForRunner(ctx, "mergeRuns", mergeRunId ?? "");
  return { projectId, purpose: { kind: "mergeRun", mergeRunId: _id } };
}
