import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToToday } from "../analytics/model";
import { changeCounter } from "../counters/model";
import { enqueueJob } from "../jobs/model";
import { knownDocument } from "../lib/named";
import { appendEvent } from "../runEvents/model";
import type { RunStatus } from "./schema";
import { isActive } from "./status";

type Run = Doc<"runs">;

/** What is known of a run before it is made; the rest follows. */
export interface NewRun {
  workflow: Doc<"workflows">;
  prompt: string;
  source: Run["source"];
  /** `pending` unless said. A pending run waits for the runner as a job, unless the runner itself makes it. */
  status?: RunStatus;
  name?: string;
  gitRepoUrl?: string;
  branchName?: string;
  maxIterations?: number;
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

const branchDefault = "main";

export async function createRun(ctx: MutationCtx, project: Doc<"projects">, wanted: NewRun): Promise<Run> {
  const { workflow, name, gitRepoUrl, branchName, maxIterations = 1, status = "pending", ...others } = wanted;
  const runId = await ctx.db.insert("runs", {
    ...others,
    projectId: project._id,
    runNumber: await nextRunNumber(ctx, project._id),
    name: name ?? nameFrom(others.prompt),
    status,
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
    ...(status === "running" ? { startedAtMs: Date.now(), activeSinceMs: Date.now() } : {}),
  });
  const run = await knownDocument(ctx, "runs", runId);
  await noteCreation(ctx, run);
  if (status === "pending" && isForRunner(run)) await enqueueJob(ctx, run.projectId, { kind: "run.execute", runId });
  return run;
}

/** Runs that the runner makes by itself are part of a job that it has already. */
function isForRunner({ source }: Run): boolean {
  return source === "api" || source === "dashboard" || source === "recurring_task";
}

async function noteCreation(ctx: MutationCtx, run: Run): Promise<void> {
  const { projectId, status, source, attempt } = run;
  await changeCounter(ctx, projectId, "totalRuns", 1);
  if (isActive(status)) await changeCounter(ctx, projectId, "activeRuns", 1);
  await addToToday(ctx, projectId, { runsStarted: 1 });
  await appendEvent(ctx, run, { type: "run.created", status, source, attempt });
}

/** All creations in a project meet here, so that numbers have neither gaps nor doubles. */
async function nextRunNumber(ctx: MutationCtx, projectId: Id<"projects">): Promise<number> {
  const row = await ctx.db
    .query("runNumbers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
  const number = (row?.newest ?? 0) + 1;
  if (row === null) await ctx.db.insert("runNumbers", { projectId, newest: number });
  else await ctx.db.patch("runNumbers", row._id, { newest: number });
  return number;
}

const nameLengthMax = 80;

/** The first line of the prompt, as far as a list can show it. */
function nameFrom(prompt: string): string {
  const [line = ""] = prompt.trim().split("\n", 1);
  const characters = Array.from(line.trim());
  return characters.length <= nameLengthMax ? line.trim() : `${characters.slice(0, nameLengthMax - 1).join("")}…`;
}
