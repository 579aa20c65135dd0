// Runs that the runner creates as part of its present work, alone or for an issue or a sprint of a chain.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RunnerAccess } from "../callback/builders";
import { writeEntry } from "../callers/audited";
import { apiError, invalid } from "../lib/errors";
import { linkRunToIssue } from "../issues/model";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow, getForRunner, getAnyProject } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { recordSprintRun, requireSprint, requireSprintCanBegin, requireSprintIsOpen } from "../sprintChains/progress";
import { isActive, sprintAt } from "../sprintChains/sprints";
import { chainForNewRun, recordWorkRun } from "../workChains/progress";
import type { ChainRunRequest, CreateRequest } from "./requests";
import { createRun, requireEnabled } from "./creation";
import { reportStatus } from "./reporting";

type Run = Doc<"runs">;
type RunnerCtx = MutationCtx & RunnerAccess;

/** Throws NOT_FOUND, FORBIDDEN, VALIDATION and CONFLICT. */
export async function createRunByRunner(ctx: RunnerCtx, request: CreateRequest): Promise<Run> {
  const { status, prompt, source, name, maxIterations, timezone, recurrencePattern, labels, metadata } = request;
  const workflow = requireEnabled(await getForRunner(ctx, "workflows", request.workflowId));
  const project = await projectOf(ctx, workflow, request.projectId);
  const issue = request.issueId == null ? null : await issueOf(ctx, project, request.issueId);
  const chain = issue === null ? null : await chainForNewRun(ctx, issue);
  const gitRepoUrl = request.gitRepoUrl ?? chain?.gitRepoUrl;
  const branchName = request.branchName ?? (chain === null ? undefined : namedBranchOf(chain));
  const created = await createRun(ctx, project, {
    workflow,
    prompt,
    source: source ?? (chain === null ? "callback" : "work_chain"),
    startedBy: ctx.actor,
    isRunners: true,
    ...timeOf(request),
    ...omitNullish({
      name,
      gitRepoUrl,
      branchName,
      maxIterations,
      timezone,
      recurrencePattern,
      labels,
      metadata,
      issueId: issue?._id,
      workChainId: chain?._id,
    }),
  });
  if (issue !== null) await linkRunToIssue(ctx, issue, created);
  if (chain !== null) await recordWorkRun(ctx, chain, created);
  await recordCreation(ctx, created);
  return await reportStatus(ctx, created, status, { by: ctx.actor });
}

/** Undefined when nobody named the branch of the chain. */
function namedBranchOf({ branchName, isBranchAssumed }: Doc<"sprintChains" | "workChains">): string | undefined {
  return isBranchAssumed === true ? undefined : branchName;
}

async function projectOf(
  ctx: QueryCtx,
  workflow: Doc<"workflows">,
  projectId: string | null | undefined,
): Promise<Doc<"projects">> {
  const project = await getAnyProject(ctx, projectId ?? publicId("projects", workflow.projectId));
  if (project._id === workflow.projectId) return project;
  throw apiError("FORBIDDEN", `The workflow ${publicId("workflows", workflow._id)} belongs to another project.`);
}

async function issueOf(ctx: QueryCtx, project: Doc<"projects">, text: string): Promise<Doc<"issues">> {
  const issue = await getForRunner(ctx, "issues", text);
  if (issue.projectId === project._id) return issue;
  throw apiError("FORBIDDEN", `The issue ${text} belongs to another project.`);
}

/** A scheduled run starts at this time; for any other run it only says which time the run is meant for. */
function timeOf({ status, scheduledFor }: CreateRequest): { startsAtMs?: number; scheduledForMs?: number } {
  if (status !== "scheduled") return omitNullish({ scheduledForMs: scheduledFor });
  if (scheduledFor != null && scheduledFor > Date.now()) return { startsAtMs: scheduledFor };
  throw invalid("scheduledFor", "scheduledFor: a scheduled run needs a time in the future.");
}

/** A runner that repeats a call gets the run that is in progress. Throws NOT_FOUND, VALIDATION and CONFLICT. */
export async function createSprintRun(ctx: RunnerCtx, request: ChainRunRequest): Promise<Run> {
  const { sprintIndex, prompt, name, status } = request;
  const chain = await getForRunner(ctx, "sprintChains", request.chainId);
  requireSprint(chain, sprintIndex);
  const record = sprintAt(chain.sprints, sprintIndex);
  if (record?.runId !== undefined && isActive(record)) return await getOrThrow(ctx, "runs", record.runId);
  requireSprintCanBegin(chain);
  requireSprintIsOpen(chain, sprintIndex);
  const workflow = await getForRunner(ctx, "workflows", publicId("workflows", chain.workflowId));
  const project = await getAnyProject(ctx, publicId("projects", chain.projectId));
  const { gitRepoUrl } = chain;
  const branchName = namedBranchOf(chain);
  const run = await createRun(ctx, project, {
    workflow,
    prompt: prompt ?? chain.prompt,
    name: name ?? `Sprint ${chain.sprintRange.first + sprintIndex}`,
    gitRepoUrl,
    ...omitNullish({ branchName }),
    source: "sprint_chain",
    startedBy: ctx.actor,
    isRunners: true,
    sprintChainId: chain._id,
    sprintIndex,
  });
  await recordSprintRun(ctx, chain, sprintIndex, run);
  await recordCreation(ctx, run);
  return await reportStatus(ctx, run, status ?? "pending", { by: ctx.actor });
}

async function recordCreation(ctx: RunnerCtx, { _id, projectId, name, workflowId }: Run): Promise<void> {
  const workflow = publicId("workflows", workflowId);
  await writeEntry(ctx, projectId, {
    actor: ctx.actor,
    action: "runs.create",
    subject: { type: "run", id: publicId("runs", _id) },
    requestId: null,
    changes: { name: { from: null, to: name }, workflowId: { from: null, to: workflow } },
    outcome: "success",
  });
}
