import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { countCreatedRun } from "../counters/createdRuns";
import { takeFirstSnapshot } from "../jobInputs/takeSnapshot";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { shortTitle } from "../lib/textLength";
import { appendFirstEvent } from "../runEvents/model";
import { limitsOf } from "./bounds";
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
  name?: string;
  gitRepoUrl?: string;
  branchName?: string;
  maxIterations?: number;
  /** The time that the run is meant for. A run of a recurring task does not wait for it. */
  scheduledForMs?: number;
  timezone?: string;
  recurrencePattern?: string;
  createdBy?: Id<"users">;
  issueId?: Id<"issues">;
  recurringTaskId?: Id<"recurringTasks">;
  sprintChainId?: Id<"sprintChains">;
  sprintIndex?: number;
  workChainId?: Id<"workChains">;
}

/** Throws CONFLICT. */
export function requireEnabled(workflow: Doc<"workflows">): Doc<"workflows"> {
  if (workflow.isEnabled) return workflow;
  throw apiError("CONFLICT", `The workflow ${publicId("workflows", workflow._id)} is disabled.`);
}

export const branchDefault = "main";

export async function createRun(ctx: MutationCtx, project: Doc<"projects">, wanted: NewRun): Promise<Run> {
  const {
    workflow,
    name,
    gitRepoUrl,
    branchName,
    maxIterations = 1,
    startsAtMs,
    isRunners = false,
    ...others
  } = wanted;
  const limits = limitsOf(workflow.steps, maxIterations);
  const naming = { name: name ?? shortTitle(others.prompt), prompt: others.prompt };
  const { newest, suppliesRound } = await countCreatedRun(ctx, project._id);
  const runId = await ctx.db.insert("runs", {
    projectId: project._id,
    runNumber: newest,
    name: naming.name,
    searchText: searchTextOfRun(naming),
    status: startsAtMs === undefined ? "pending" : "scheduled",
    gitRepoUrl: gitRepoUrl ?? project.gitRepoUrl,
    branchName: branchName ?? workflow.defaultBranch ?? branchDefault,
    workflowId: workflow._id,
    workflowName: workflow.name,
    costMicroUsd: 0,
    currentIteration: 0,
    maxIterations,
    stopAfterCurrentTurn: false,
    attempt: 1,
    activeDurationMs: 0,
    limits,
    // A run that the runner created has no job, so its own bound is needed.
    ...(isRunners && startsAtMs === undefined ? { boundAtMs: Date.now() + limits.runMs } : {}),
    ...omitNullish({ scheduledForMs: startsAtMs }),
    ...others,
  });
  const run = await getOrThrow(ctx, "runs", runId);
  if (isReady(run.status)) await takeFirstSnapshot(ctx, run, { workflow, round: suppliesRound });
  await recordCreation(ctx, run);
  if (startsAtMs !== undefined) await scheduleRelease(ctx, runId, startsAtMs);
  else if (!isRunners) await enqueueRun(ctx, run);
  return run;
}

async function recordCreation(ctx: MutationCtx, run: Run): Promise<void> {
  const { status, source, attempt } = run;
  await appendFirstEvent(ctx, run, { type: "run.created", status, source, attempt });
}
