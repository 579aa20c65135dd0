import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { apiError } from "../lib/errors";
import { countCreatedRun } from "../counters/createdRuns";
import { takeFirstSnapshot } from "../jobInputs/takeSnapshot";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { unmaskedAddress } from "../lib/maskedAddress";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { registerActive } from "../queue/arrival";
import { shortTitle } from "../lib/textLength";
import { appendFirstEvent } from "../runEvents/model";
import { limitsOf } from "./bounds";
import { unprovenGates } from "./gates";
import { addLabels } from "./labels";
import { groupOfWorkflow, outcomeIn } from "./outcomes";
import { enqueueRun } from "./queueing";
import { scheduleRelease } from "./schedule";
import { searchTextOfRun } from "./search";
import { isReady } from "./status";

type Run = Doc<"runs">;

/** The facts about a run that are known before it is created. The other fields follow from them. */
export interface NewRun {
  workflow: Doc<"workflows">;
  prompt: string;
  source: Run["source"];
  /** A run with this time is scheduled: it becomes pending at that time. */
  startsAtMs?: number;
  /** The run fails unless a runner has begun it by this time. */
  startByMs?: number;
  /** The runner creates this run as part of its present work. Any other pending run becomes a job for the runner. */
  isRunners?: true;
  /** A person or a key has asked for this run now, so it counts against the limit of starts. */
  isAskedFor?: true;
  name?: string;
  gitRepoUrl?: string;
  branchName?: string;
  maxIterations?: number;
  /** The time that the run is meant for. A run of a recurring task does not wait for it. */
  scheduledForMs?: number;
  timezone?: string;
  recurrencePattern?: string;
  createdBy?: Id<"users">;
  startedBy: Actor;
  issueId?: Id<"issues">;
  recurringTaskId?: Id<"recurringTasks">;
  sprintChainId?: Id<"sprintChains">;
  sprintIndex?: number;
  workChainId?: Id<"workChains">;
  labels?: string[];
  /** An object of texts, as JSON. */
  metadata?: string;
  priority?: number;
  conflictKey?: string;
  onConflict?: NonNullable<Run["onConflict"]>;
}

/** Throws CONFLICT. */
export function requireEnabled(workflow: Doc<"workflows">): Doc<"workflows"> {
  if (workflow.isEnabled) return workflow;
  throw apiError(
    "CONFLICT",
    `The workflow ${publicId("workflows", workflow._id)} is disabled. Enable it first, or choose another one.`,
  );
}

/** What answers show as the branch until the runner has looked which one the repository calls its default. */
const assumedBranch = "main";

/** The branch of a new run or chain: the one that the caller names, or the workflow's, or else an assumed one. */
export function branchOf(
  named: string | null | undefined,
  { defaultBranch }: Doc<"workflows">,
): { branchName: string; isBranchAssumed?: true } {
  const branchName = named ?? defaultBranch;
  return branchName === undefined ? { branchName: assumedBranch, isBranchAssumed: true } : { branchName };
}

export async function createRun(ctx: MutationCtx, project: Doc<"projects">, wanted: NewRun): Promise<Run> {
  const {
    workflow,
    name,
    gitRepoUrl,
    branchName,
    maxIterations = 1,
    startsAtMs,
    isRunners = false,
    isAskedFor = false,
    labels = [],
    ...others
  } = wanted;
  const limits = limitsOf(workflow.steps, maxIterations);
  const named = { name: name ?? shortTitle(others.prompt), ...(labels.length === 0 ? {} : { labels }) };
  const counting = { isAskedFor, wantedGroup: await groupOfWorkflow(ctx, workflow) };
  const { newest, sharedCopiesRound, group } = await countCreatedRun(ctx, project._id, counting);
  const runId = await ctx.db.insert("runs", {
    projectId: project._id,
    runNumber: newest,
    ...named,
    searchText: searchTextOfRun({ ...named, prompt: others.prompt }),
    status: startsAtMs === undefined ? "pending" : "scheduled",
    gitRepoUrl: unmaskedAddress(gitRepoUrl, project.gitRepoUrl) ?? project.gitRepoUrl,
    ...branchOf(branchName, workflow),
    workflowId: workflow._id,
    workflowName: workflow.name,
    costMicroUsd: 0,
    totalCostMicroUsd: 0,
    outcome: outcomeIn(group),
    currentIteration: 0,
    maxIterations,
    stopAfterCurrentTurn: false,
    attempt: 1,
    activeDurationMs: 0,
    limits,
    ...unprovenGates(workflow.steps),
    // A run that the runner created has no job, so its own bound is needed.
    ...(isRunners && startsAtMs === undefined ? { boundAtMs: Date.now() + limits.runMs } : {}),
    ...omitNullish({ scheduledForMs: startsAtMs }),
    ...others,
  });
  const made = await getOrThrow(ctx, "runs", runId);
  await addLabels(ctx, made);
  const run = isReady(made.status) ? await withInputs(ctx, made, { workflow, round: sharedCopiesRound }) : made;
  await recordCreation(ctx, run);
  if (startsAtMs === undefined) return await (isRunners ? registerActive : enqueueRun)(ctx, project, run);
  await scheduleRelease(ctx, runId, startsAtMs);
  return run;
}

async function withInputs(
  ctx: MutationCtx,
  run: Run,
  source: { workflow: Doc<"workflows">; round: number },
): Promise<Run> {
  const { followUp } = await takeFirstSnapshot(ctx, run, source);
  return followUp === undefined ? run : await patchAndReturn(ctx, "runs", run, { followUp });
}

async function recordCreation(ctx: MutationCtx, run: Run): Promise<void> {
  const { status, source, attempt, startedBy: actor = systemActor } = run;
  await appendFirstEvent(ctx, run, { type: "run.created", status, source, attempt, actor });
}
