// The operations of the callback that the runner uses, with their arguments and results. `docs/reference.md` of the
// service lists all of them.
import type { Claim, Run, SprintChain } from "./delivery";

type StepStatus = "pending" | "running" | "completed" | "failed" | "skipped" | "cancelled";
type RunStatus = "pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled";
/** The states of a pull request. */
type RequestState = "draft" | "open" | "merged" | "closed";
export type CheckStatus = "pending" | "running" | "success" | "failure";
type SandboxStatus = "provisioning" | "running" | "stopped" | "killed" | "failed";

interface Operation<Args, Result> {
  args: Args;
  result: Result;
}
type Made = { id: string };
/** A call whose answer the runner does not read. */
type Report<Args> = Operation<Args, unknown>;
type Holder = { jobId: string; runnerId: string; fence: number };

export interface StepNow {
  id: string;
  stepIndex: number;
  attempt: number;
  status: StepStatus;
  sandboxId: string | null;
}

interface RunNow {
  id: string;
  runNumber: number;
  error: string | null;
  gitRepoUrl: string | null;
  status: RunStatus;
  attempt: number;
  stopAfterCurrentTurn: boolean;
  prUrl: string | null;
  prNumber: number | null;
  prStatus: RequestState | "failed" | null;
  steps: StepNow[];
}

/** What the service receives about a commit's checks: one status for all of them, and as many of them as it takes. */
export interface CheckReport {
  status: CheckStatus;
  checks: { name: string; status: CheckStatus; url?: string }[];
}

/** `address` is what the key of a code host is wanted for. The service answers no key for an address of others. */
interface KeyWanted {
  projectId: string;
  keyType: "code_host";
  address: string;
}

export interface Operations {
  "job.claim": Operation<{ runnerId: string; kinds: string[]; leaseMs: number; waitMs: number }, Claim | null>;
  "job.heartbeat": Operation<Holder, { cancelRequested: boolean }>;
  "job.complete": Report<Holder & { result?: unknown }>;
  "job.fail": Report<Holder & { error: string; retryable: boolean }>;
  "job.defer": Report<Holder & { until: number; reason: string }>;
  "keys.getWithFallback": Operation<KeyWanted, { key: string } | { key: null; refused: string } | null>;
  "run.create": Operation<NewRun, Made>;
  "run.createChainRun": Operation<{ chainId: string; sprintIndex: number }, Made>;
  "sprintChain.get": Operation<{ chainId: string }, SprintChain>;
  "issueSession.createSandbox": Operation<{ sessionId: string; sandboxPayload: NewSandbox }, Made>;
  "issueSession.createIssuesFromJson": Report<{ sessionId: string; issues: FoundIssue[] }>;
  "issueSession.updateStatus": Report<{ sessionId: string; status: "completed" | "failed" }>;
  "answeringSession.createSandbox": Operation<{ answeringSessionId: string; sandboxPayload: NewSandbox }, Made>;
  "answeringSession.updateStatus": Report<{ answeringSessionId: string; status: "completed" }>;
  "learning.bulkStore": Report<{ learnings: FoundLearning[] }>;
  "sandbox.updateLearningStatus": Report<{
    sandboxId: string;
    learningStatus: "running" | "completed" | "failed" | "skipped";
  }>;
  "mergeRun.updateStatus": Report<{
    mergeRunId: string;
    status: "running" | "completed" | "failed";
    prUrl?: string;
    error?: string;
  }>;
  "run.get": Operation<{ runId: string }, RunNow>;
  "run.getDelivery": Operation<{ runId: string }, Run | null>;
  "run.getPart": Operation<{ runId: string; kind: string; id: string }, unknown>;
  "run.updateStatus": Report<{ runId: string; status: RunStatus; error?: string }>;
  "run.updateProgress": Report<{ runId: string; progress: Progress }>;
  "run.updatePr": Report<{ runId: string; prUrl: string; prStatus: RequestState; prNumber?: number }>;
  "run.updateCiChecks": Report<{ runId: string } & CheckReport>;
  "run.ask": Operation<NewQuestion, Question>;
  "run.awaitAnswer": Operation<{ questionId: string; waitMs: number }, Question>;
  "runStep.create": Operation<
    { runId: string; role: string; name: string; stepIndex: number; personaId?: string },
    Made
  >;
  "runStep.updateStatus": Report<{ stepId: string; status: StepStatus } & StepReport>;
  "sandbox.create": Operation<NewSandbox, Made>;
  "sandbox.get": Operation<{ sandboxId: string }, { status: SandboxStatus }>;
  "sandbox.updateStatus": Report<{ sandboxId: string; status: SandboxStatus }>;
  "sandbox.reportDiff": Report<{ sandboxId: string; diff: string }>;
  "sandbox.reportDevServer": Report<{ sandboxId: string; url: string | null; status: string }>;
  "sandbox.reportFiles": Report<{ sandboxId: string; files: { path: string; size: number }[] }>;
  "message.store": Report<{ sandboxId: string; role: MessageRole; content: string; timestamp: number } & Nature>;
  "message.streamCreate": Report<{ sandboxId: string; messageId: string } & Nature>;
  "message.streamAppend": Report<{ sandboxId: string; messageId: string; chunk: string; seq: number }>;
  "message.streamFinalize": Report<{ sandboxId: string; messageId: string; finalContent: string } & Nature>;
  "message.listBySandbox": Operation<{ sandboxId: string; after?: string }, MessageNow[]>;
  "usage.computeCostAndRecord": Report<{
    sandboxId: string;
    tokenUsage: { inputTokens?: number; outputTokens?: number; cacheReadTokens?: number };
    durationMs: number;
    service: string;
    model?: string;
    /** What the agent itself says. */
    costUsd?: number;
  }>;
}

export type OperationName = keyof Operations;
type MessageRole = "user" | "assistant" | "system" | "tool";

/** What a message is. One without a kind is a text. */
export interface Nature {
  kind?: "text" | "thought" | "tool" | "plan" | "notice";
  title?: string;
  data?: Record<string, unknown>;
}

interface MessageNow {
  id: string;
  role: string;
  messageId: string | null;
  status: string;
  content: string;
}

interface NewRun {
  workflowId: string;
  prompt: string;
  name: string;
  issueId: string;
  status: "pending";
}

export interface FoundIssue {
  title: string;
  description?: string;
  priority?: "low" | "medium" | "high" | "critical";
  suggestedPrompt?: string;
}

export interface FoundLearning {
  sandboxId: string;
  runId?: string;
  category: string;
  content: string;
  trigger?: string;
  correctBehavior?: string;
  severity?: "low" | "medium" | "high" | "critical";
  applicableRoles?: string[];
}

interface NewQuestion {
  runId: string;
  /** The end of the step dismisses the question. */
  stepId: string;
  /** The same key in the same attempt asks the same question again. */
  key: string;
  title: string;
  text?: string;
  options?: string[];
  schema?: unknown;
  deadline?: number;
}

interface Question {
  id: string;
  status: "waiting" | "answered" | "dismissed" | "expired";
  answer: unknown;
}

interface NewSandbox {
  runtimeSandboxId: string;
  status: SandboxStatus;
  stepId?: string;
  branchName?: string;
  runId?: string;
  issueSessionId?: string;
  answeringSessionId?: string;
  mergeRunId?: string;
}

interface Progress {
  currentStepLabel?: string;
  currentStepProgress?: number;
  currentIteration?: number;
  activeStepId?: string;
  activeSandboxId?: string;
}

interface StepReport {
  sandboxId?: string;
  output?: unknown;
  tokenUsage?: { inputTokens: number; outputTokens: number };
  toolDisplayName?: string;
  resolvedModelId?: string;
}

/** Calls that change nothing, and calls that the service knows by another number: they need no Idempotency-Key. */
export const repeatableAnyway: ReadonlySet<OperationName> = new Set([
  "job.claim",
  "job.heartbeat",
  "keys.getWithFallback",
  "sandbox.get",
  "sprintChain.get",
  "run.get",
  "run.getDelivery",
  "run.getPart",
  "run.awaitAnswer",
  "message.listBySandbox",
  "message.streamAppend",
]);
