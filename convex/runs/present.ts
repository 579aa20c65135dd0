import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { costOfRun } from "./cost";
import { activeDurationMs } from "./status";
import { presentWaitReason } from "./waitReason";
import type { WaitReasonView } from "./waitReason";

export interface CiChecksView {
  status: string;
  checkedAt: number;
  checks: { name: string; status: string; url: string | null }[];
}

/** A run as lists show it. Times are epoch milliseconds. */
export interface RunSummaryView extends Ids {
  runNumber: number;
  name: string;
  status: string;
  source: string;
  prompt: string;
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  branchName: string;
  workflowId: string;
  workflow: Ids & { name: string };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: WaitReasonView | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  startedAt: number | null;
  createdAt: number;
  completedAt: number | null;
}

/** A single run, as the calls that change it return it. */
export interface RunView extends RunSummaryView {
  activeStepId: string | null;
  activeSandboxId: string | null;
  explorerSandboxId: string | null;
  activeDurationMs: number;
  durationMs: number | null;
  failureReason: string | null;
  error: string | null;
}

export function presentRun(run: Doc<"runs">): RunView {
  return Object.assign(presentTimeless(run), { activeDurationMs: Math.floor(shownDurationMs(run)) });
}

/** A run without what grows with the time. */
export type TimelessRunView = Omit<RunView, "activeDurationMs">;

export function presentTimeless(run: Doc<"runs">): TimelessRunView {
  const { activeStepId, activeSandboxId, explorerSandboxId } = run;
  const { durationMs = null, failureReason = null, error = null } = run;
  return Object.assign(presentSummary(run), {
    activeStepId: publicIdOrNull("runSteps", activeStepId),
    activeSandboxId: publicIdOrNull("sandboxes", activeSandboxId),
    explorerSandboxId: publicIdOrNull("sandboxes", explorerSandboxId),
    durationMs,
    failureReason,
    error,
  });
}

export function presentSummary(run: Doc<"runs">): RunSummaryView {
  const id = publicId("runs", run._id);
  const workflowId = publicId("workflows", run.workflowId);
  const { runNumber, name, status, source, prompt, gitRepoUrl, branchName } = run;
  const { attempt, currentIteration, maxIterations, stopAfterCurrentTurn } = run;
  const { prStatus = null, prUrl = null, prNumber = null, timezone = null, recurrencePattern = null } = run;
  return {
    id,
    _id: id,
    runNumber,
    name,
    status,
    source,
    prompt,
    gitRepoUrl,
    repositorySlug: repositorySlug(gitRepoUrl),
    branchName,
    workflowId,
    workflow: { id: workflowId, _id: workflowId, name: run.workflowName },
    costUsd: costOfRun(run) / 1_000_000,
    unratedRecords: run.unratedRecords ?? 0,
    attempt,
    currentIteration,
    maxIterations,
    currentStepLabel: run.currentStepLabel ?? null,
    currentStepProgress: run.currentStepProgress ?? null,
    lastProgressAt: run.lastProgressAtMs ?? null,
    prStatus,
    prUrl,
    prNumber,
    ciChecks: presentChecks(run.ciChecks),
    scheduledFor: run.scheduledForMs ?? null,
    timezone,
    recurrencePattern,
    stopAfterCurrentTurn,
    openQuestions: run.openQuestions ?? 0,
    waiting: presentWaitReason(run),
    ...presentOrigin(run),
    startedAt: run.startedAtMs ?? null,
    createdAt: Math.floor(run._creationTime),
    completedAt: run.completedAtMs ?? null,
  };
}

function presentOrigin(run: Doc<"runs">) {
  const { issueId, recurringTaskId, sprintChainId, sprintIndex = null, workChainId } = run;
  return {
    issueId: publicIdOrNull("issues", issueId),
    recurringTaskId: publicIdOrNull("recurringTasks", recurringTaskId),
    sprintChainId: publicIdOrNull("sprintChains", sprintChainId),
    sprintIndex,
    workChainId: publicIdOrNull("workChains", workChainId),
  };
}

function presentChecks(ciChecks: Doc<"runs">["ciChecks"]): CiChecksView | null {
  if (ciChecks === undefined) return null;
  const { status, checkedAtMs: checkedAt, checks } = ciChecks;
  return { status, checkedAt, checks: checks.map(({ name, status, url = null }) => ({ name, status, url })) };
}

/** Returns `owner/repository` from `https://host/owner/repository.git` or `git@host:owner/repository`. */
export function repositorySlug(gitRepoUrl: string | null): string | null {
  const host = /^(?:[a-z+]+:\/\/[^/]*\/|[^/:]+:)/i.exec(gitRepoUrl ?? "")?.[0];
  if (gitRepoUrl === null || host === undefined) return null;
  const names = gitRepoUrl.slice(host.length).split("/");
  const [owner, repository] = names.filter((name) => name !== "").slice(-2);
  return owner === undefined || repository === undefined ? null : `${owner}/${repository.replace(/\.git$/, "")}`;
}

/** The platform cannot keep the result of a query that reads the clock, so only queries of a running run read it. */
function shownDurationMs(run: Doc<"runs">): number {
  return run.activeSinceMs === undefined ? run.activeDurationMs : activeDurationMs(run, Date.now());
}
