import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { promptOf } from "./model";
import { stepsOf } from "./steps";

export interface SessionView extends Ids {
  name: string;
  status: string;
  templateId: string | null;
  memoryMb: number | null;
  cpuCount: number | null;
  timeoutMs: number | null;
  iteration: number;
  progress: string | null;
  issueCount: number;
  sandboxId: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface SessionStepView extends Ids {
  sessionId: string;
  role: string;
  name: string;
  stepIndex: number;
  status: string;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
}

export interface SessionDetail extends SessionView {
  prompt: string;
  steps: SessionStepView[];
}

export function presentSession(session: Doc<"issueSessions">): SessionView {
  const { name, status, templateId = null, memoryMb = null, cpuCount = null, timeoutMs = null } = session;
  const { iteration, progress = null, issueCount, sandboxId, error = null, completedAtMs } = session;
  return withIds("issueSessions", session._id, {
    name,
    status,
    templateId,
    memoryMb,
    cpuCount,
    timeoutMs,
    iteration,
    progress,
    issueCount,
    sandboxId: publicIdOrNull("sandboxes", sandboxId),
    error,
    createdAt: isoTime(session._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}

export async function presentDetail(ctx: QueryCtx, session: Doc<"issueSessions">): Promise<SessionDetail> {
  const [prompt, steps] = [await promptOf(ctx, session), await stepsOf(ctx, session)];
  return { ...presentSession(session), prompt, steps: steps.map(presentStep) };
}

export function presentStep(step: Doc<"issueSessionSteps">): SessionStepView {
  const { sessionId, role, name, stepIndex, status, startedAtMs, completedAtMs } = step;
  return withIds("issueSessionSteps", step._id, {
    sessionId: publicId("issueSessions", sessionId),
    role,
    name,
    stepIndex,
    status,
    createdAt: isoTime(step._creationTime),
    startedAt: isoTimeOrNull(startedAtMs),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}
