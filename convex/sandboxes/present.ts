import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { SandboxPurpose } from "./schema";

/** Exactly one of the ids of the run or session that it serves is not null. */
export interface SandboxView extends Ids {
  runId: string | null;
  issueSessionId: string | null;
  answeringSessionId: string | null;
  mergeRunId: string | null;
  stepId: string | null;
  runtimeSandboxId: string;
  status: string;
  memoryMb: number | null;
  cpuCount: number | null;
  timeoutMs: number | null;
  branchName: string | null;
  /** The folder on the machine of the runner in which the agent works. */
  folder: string | null;
  triggerRunId: string | null;
  learningStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  prStatus: string | null;
  hasAssistantMessages: boolean;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

export function presentSandbox(sandbox: Doc<"sandboxes">): SandboxView {
  const { runtimeSandboxId, status, stepId, hasAssistantMessages, startedAtMs, endedAtMs } = sandbox;
  const { memoryMb = null, cpuCount = null, timeoutMs = null, branchName = null, triggerRunId = null } = sandbox;
  const { folder = null } = sandbox;
  const { learningStatus = null, prUrl = null, prNumber = null, prStatus = null } = sandbox;
  return withIds("sandboxes", sandbox._id, {
    stepId: publicIdOrNull("runSteps", stepId),
    ...presentPurpose(sandbox.purpose),
    runtimeSandboxId,
    status,
    memoryMb,
    cpuCount,
    timeoutMs,
    branchName,
    folder,
    triggerRunId,
    learningStatus,
    prUrl,
    prNumber,
    prStatus,
    hasAssistantMessages,
    createdAt: isoTime(sandbox._creationTime),
    startedAt: isoTimeOrNull(startedAtMs),
    endedAt: isoTimeOrNull(endedAtMs),
  });
}

type PurposeView = Pick<SandboxView, "runId" | "issueSessionId" | "answeringSessionId" | "mergeRunId">;

function presentPurpose(purpose: SandboxPurpose): PurposeView {
  const none = { runId: null, issueSessionId: null, answeringSessionId: null, mergeRunId: null };
  switch (purpose.kind) {
    case "run":
      return { ...none, runId: publicId("runs", purpose.runId) };
    case "issueSession":
      return { ...none, issueSessionId: publicId("issueSessions", purpose.issueSessionId) };
    case "answeringSession":
      return { ...none, answeringSessionId: publicId("answeringSessions", purpose.answeringSessionId) };
    case "mergeRun":
      return { ...none, mergeRunId: publicId("mergeRuns", purpose.mergeRunId) };
  }
}
