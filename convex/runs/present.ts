import type { Doc } from "../_generated/dataModel";
import type { Actor } from "../callers/actor";
import type { FollowUp } from "../lib/followUp";
import { findPullRequest } from "../lib/pullRequestAddress";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { shownAddress } from "../lib/repositoryAddress";
import { toPullRequestView } from "../lib/pullRequestState";
import type { PullRequestView } from "../lib/pullRequestState";
import { costOfRun } from "./cost";
import type { ProofStatus } from "../workflows/gateValues";
import type { RunStatus } from "./schema";
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
  status: RunStatus;
  source: string;
  prompt: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  /** The branch at which the run begins. Where nobody has named one it is `main` until the runner has looked. */
  branchName: string;
  /** The branch that has the work of the present attempt. Null until the runner has kept or pushed it. */
  resultBranch: string | null;
  /** The address from which the branch can be fetched, where that is not the run's repository. */
  resultRepository: string | null;
  workflowId: string;
  workflow: Ids & { name: string };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  /** How often the attempt has continued since it was first over. */
  round: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The pull request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** `budget` when a reached budget has paused the run. Null when somebody has. */
  pauseReason: "budget" | null;
  /** A run with a higher one goes first. */
  priority: number;
  /** Runs with the same key run one after the other. */
  conflictKey: string | null;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run was given when it was created. */
  labels: string[];
  metadata: Record<string, string>;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: WaitReasonView | null;
  /** Who made the run, and who brought it into its present status. Null when an older version did not note it. */
  startedBy: Actor | null;
  statusBy: Actor | null;
  /** Why the run failed or was cancelled, such as `runner_lost`, and what the runner says about it. */
  failureReason: string | null;
  error: string | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  /** What the gates of the workflow show: `none` without gates. */
  proofStatus: ProofStatus;
  /** Who has called the run completed although not all of its gates have passed, and why. */
  acceptedBy: Actor | null;
  acceptedReason: string | null;
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
  /** The rule by which the run continues when it is over. Null: it does not by itself. */
  followUp: FollowUp | null;
  /** How many rounds of the attempt the rule has begun, at most its `maxRounds`. People may have begun others. */
  automaticRounds: number;
}

/** The answer to a start. */
export interface StartedRunView extends RunView {
  /** No run was made: `onConflict` is `skip`, and this one with the same conflict key is not over. */
  isExisting?: true;
}

export function presentRun(run: Doc<"runs">): RunView {
  return Object.assign(presentTimeless(run), { activeDurationMs: Math.floor(shownDurationMs(run)) });
}

/** A run without what grows with the time. */
export type TimelessRunView = Omit<RunView, "activeDurationMs">;

export function presentTimeless(run: Doc<"runs">): TimelessRunView {
  const { activeStepId, activeSandboxId, explorerSandboxId } = run;
  const { durationMs = null, followUp = null, automaticRounds = 0 } = run;
  return Object.assign(presentSummary(run), {
    activeStepId: publicIdOrNull("runSteps", activeStepId),
    activeSandboxId: publicIdOrNull("sandboxes", activeSandboxId),
    explorerSandboxId: publicIdOrNull("sandboxes", explorerSandboxId),
    durationMs,
    followUp,
    automaticRounds,
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
    gitRepoUrl: gitRepoUrl === null ? null : shownAddress(gitRepoUrl),
    repositorySlug: repositorySlug(gitRepoUrl),
    branchName,
    resultBranch: run.resultBranch ?? null,
    resultRepository: run.resultRepository === undefined ? null : shownAddress(run.resultRepository),
    workflowId,
    workflow: { id: workflowId, _id: workflowId, name: run.workflowName },
    costUsd: costOfRun(run) / 1_000_000,
    unratedRecords: run.unratedRecords ?? 0,
    attempt,
    round: run.round ?? 0,
    currentIteration,
    maxIterations,
    currentStepLabel: run.currentStepLabel ?? null,
    currentStepProgress: run.currentStepProgress ?? null,
    lastProgressAt: run.lastProgressAtMs ?? null,
    prStatus,
    prUrl,
    prNumber,
    pullRequest: presentPullRequest(run),
    ciChecks: presentChecks(run.ciChecks),
    scheduledFor: run.scheduledForMs ?? null,
    timezone,
    recurrencePattern,
    stopAfterCurrentTurn,
    pauseReason: run.budgetIds === undefined ? null : "budget",
    priority: run.priority ?? 0,
    conflictKey: run.conflictKey ?? null,
    openQuestions: run.openQuestions ?? 0,
    labels: run.labels ?? [],
    metadata: readMetadata(run.metadata),
    waiting: presentWaitReason(run),
    startedBy: run.startedBy ?? null,
    statusBy: run.statusBy ?? null,
    failureReason: run.failureReason ?? null,
    error: run.error ?? null,
    ...presentOrigin(run),
    proofStatus: run.proofStatus ?? "none",
    acceptedBy: run.acceptedBy ?? null,
    acceptedReason: run.acceptedReason ?? null,
    startedAt: run.startedAtMs ?? null,
    createdAt: Math.floor(run._creationTime),
    completedAt: run.completedAtMs ?? null,
  };
}

function presentPullRequest({ prUrl: url, prNumber, prStatus, request }: Doc<"runs">): PullRequestView | null {
  if (url === undefined) return null;
  const number = prNumber ?? findPullRequest(url)?.number ?? null;
  return toPullRequestView({ url, number, state: stateOf(prStatus) }, request);
}

/** A request that could not be opened is as good as closed. */
function stateOf(status: Doc<"runs">["prStatus"]): PullRequestView["state"] {
  return status === undefined || status === "failed" ? "closed" : status;
}

/** The schema of requests has checked the text before it was kept. */
function readMetadata(text = "{}"): Record<string, string> {
  return JSON.parse(text) as Record<string, string>;
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
  const path = gitRepoUrl.slice(host.length).replace(/[?#].*$/s, "");
  const names = path.split("/");
  const [owner, repository] = names.filter((name) => name !== "").slice(-2);
  return owner === undefined || repository === undefined ? null : `${owner}/${repository.replace(/\.git$/, "")}`;
}

/** The platform cannot keep the result of a query that reads the clock, so only queries of a running run read it. */
function shownDurationMs(run: Doc<"runs">): number {
  return run.activeSinceMs === undefined ? run.activeDurationMs : activeDurationMs(run, Date.now());
}
