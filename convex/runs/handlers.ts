// The operations that REST and the dashboard share.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import type { NewestFirst } from "../lib/newestFirst";
import { linkRunToIssue } from "../issues/model";
import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { omitNullish } from "../lib/omitNullish";
import { getOwnOrTrashed, getOrThrow, getOwn } from "../lib/getDocument";
import { idsOfAll, withIds } from "../lib/publicIds";
import { createRun, requireEnabled } from "./creation";
import { cancelRun, pauseRun, renameRun, requestGracefulStop, restartRun, resumeRun } from "./lifecycle";
import { newestRuns, newestRunsOfChain, runByNumber } from "./lists";
import { presentRun } from "./present";
import type { RunView } from "./present";
import type { BulkDeleteRequest, ListRequest, RenameRequest, RestartRequest, StartRequest } from "./requests";
import { searchRuns } from "./search";
import { discardRun, discardRuns, purgeRun, restoreRun } from "./trash";

type Named = { runId: string };

type Filters = Omit<ListRequest, "limit" | "cursor" | "search">;

/** Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function listRuns(ctx: ReadCtx, filters: Filters): Promise<NewestFirst<"runs">> {
  const { status, source, createdAfter, createdBefore } = filters;
  if (createdAfter !== undefined && createdBefore !== undefined && createdAfter > createdBefore) {
    throw invalid("createdAfter", "createdAfter must not be later than createdBefore.");
  }
  const workflow = filters.workflowId === undefined ? null : await getOwn(ctx, "workflows", filters.workflowId);
  return newestRuns(ctx, ctx.project._id, {
    status,
    source,
    workflowId: workflow?._id,
    createdAfterMs: createdAfter,
    createdBeforeMs: createdBefore,
  });
}

/** Returns the best match first. Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function findRuns(ctx: ReadCtx, search: string, filters: Filters) {
  const { status, source, workflowId, createdAfter, createdBefore } = filters;
  if (createdAfter !== undefined || createdBefore !== undefined) {
    throw invalid("search", "search cannot be combined with createdAfter and createdBefore.");
  }
  const workflow = workflowId === undefined ? null : await getOwn(ctx, "workflows", workflowId);
  return searchRuns(ctx, ctx.project._id, search, { status, source, workflowId: workflow?._id });
}

/** Throws NOT_FOUND and FORBIDDEN. */
export async function listRunsOfChain(ctx: ReadCtx, chainId: string): Promise<NewestFirst<"runs">> {
  return newestRunsOfChain(ctx, (await getOwn(ctx, "sprintChains", chainId))._id);
}

/** Throws NOT_FOUND. */
export async function getByNumber(ctx: ReadCtx, runNumber: number): Promise<Doc<"runs">> {
  const run = await runByNumber(ctx, ctx.project._id, runNumber);
  if (run === null) throw apiError("NOT_FOUND", `There is no run ${runNumber} in this project.`);
  return run;
}

export function startFrom(source: "api" | "dashboard") {
  return async (ctx: WriteCtx, request: StartRequest): Promise<RunView> => {
    requireFuture(request);
    const { prompt, name, gitRepoUrl, branchName, maxIterations, scheduledFor, startBy, timezone } = request;
    const workflow = await getOwn(ctx, "workflows", request.workflowId);
    const issue = request.issueId == null ? null : await getOwn(ctx, "issues", request.issueId);
    const run = await createRun(ctx, ctx.project, {
      workflow: requireEnabled(workflow),
      prompt,
      source,
      createdBy: ctx.userId,
      ...omitNullish({
        name,
        gitRepoUrl,
        branchName,
        maxIterations,
        startsAtMs: scheduledFor,
        startByMs: startBy,
        timezone,
        issueId: issue?._id,
      }),
    });
    if (issue !== null) await linkRunToIssue(ctx, issue, run);
    return presentRun(run);
  };
}

function requireFuture({ scheduledFor, startBy }: StartRequest): void {
  if (scheduledFor != null && scheduledFor <= Date.now()) {
    throw invalid("scheduledFor", "scheduledFor must be in the future.");
  }
  if (startBy != null && startBy <= (scheduledFor ?? Date.now())) {
    throw invalid("startBy", "startBy must be in the future, and after scheduledFor.");
  }
}

export const pause = runAction(pauseRun);
export const resume = runAction(resumeRun);
export const cancel = runAction((ctx, run) => cancelRun(ctx, run));
export const stopGracefully = runAction(requestGracefulStop);

function runAction(change: (ctx: MutationCtx, run: Doc<"runs">) => Promise<Doc<"runs">>) {
  return async (ctx: WriteCtx, { runId }: Named): Promise<RunView> =>
    presentRun(await change(ctx, await getOwn(ctx, "runs", runId)));
}

export async function restart(ctx: WriteCtx, { runId, ...changes }: RestartRequest): Promise<RunView> {
  return presentRun(await restartRun(ctx, await getOwn(ctx, "runs", runId), changes));
}

export async function rename(ctx: WriteCtx, { runId, name }: RenameRequest): Promise<RunView> {
  return presentRun(await renameRun(ctx, await getOwn(ctx, "runs", runId), name));
}

export async function discard(ctx: WriteCtx, { runId }: Named) {
  const run = await getOwn(ctx, "runs", runId);
  await discardRun(ctx, run, ctx.userId);
  return deleted(run);
}

export async function restore(ctx: WriteCtx, { runId }: Named): Promise<RunView> {
  const run = await getOwnOrTrashed(ctx, "runs", runId);
  await restoreRun(ctx, run);
  return presentRun(await getOrThrow(ctx, "runs", run._id));
}

export async function purge(ctx: WriteCtx, { runId }: Named) {
  const run = await getOwnOrTrashed(ctx, "runs", runId);
  await purgeRun(ctx, run);
  return deleted(run);
}

export async function discardMany(ctx: WriteCtx, { runIds }: BulkDeleteRequest) {
  // A run that is not over is cancelled first.
  const runs = await getManyOwn(ctx, "runs", { field: "runIds", ids: runIds, timesRead: 5 });
  await discardRuns(ctx, ctx.project._id, { field: "runIds", runs, by: ctx.userId });
  return { ...idsOfAll("runs", runs), deleted: true };
}

function deleted({ _id }: Doc<"runs">) {
  return withIds("runs", _id, { deleted: true });
}
