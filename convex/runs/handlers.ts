// The operations that REST and the dashboard share.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { PagedList } from "../api/pagination";
import { requireStartsLeft } from "../counters/createdRuns";
import { apiError, asItem, invalid } from "../lib/errors";
import type { NewestFirst } from "../lib/newestFirst";
import { linkRunToIssue } from "../issues/model";
import { getManyOwn } from "../lib/getManyOwn";
import type { Actor } from "../callers/actor";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { omitNullish } from "../lib/omitNullish";
import { getOwnOrTrashed, getOrThrow, getOwn } from "../lib/getDocument";
import { idsOfAll, publicId, withIds } from "../lib/publicIds";
import { requireBudgetLeft } from "../lib/transactionBudget";
import { acceptRun, requireAcceptable } from "./accept";
import { costRank, costliestRuns, costliestRunsFrom } from "./byCost";
import { createRun, requireEnabled } from "./creation";
import { cancelRun, pauseRun, renameRun, requestGracefulStop, restartRun, resumeRun } from "./lifecycle";
import { isLabelled, newestLabels, runsOfLabels } from "./labels";
import type { LabelledRun } from "./labels";
import { hasWhatIsAsked, newestRuns, newestRunsOfChain, runByNumber, runsByProof } from "./lists";
import type { ProofStatus } from "../workflows/gateValues";
import { rulesOf, applyConflictRule } from "./conflicts";
import { presentRun, presentSummary } from "./present";
import type { RunView, StartedRunView } from "./present";
import { presentProof } from "./proof";
import type { ProofView } from "./proof";
import type {
  AcceptRequest,
  BulkDeleteRequest,
  ContinueRequest,
  ListRequest,
  RenameRequest,
  RestartRequest,
  StartManyRequest,
  StartRequest,
} from "./requests";
import type { RunStatus } from "./schema";
import { continueRun as beginRound, requireContinuable } from "./rounds";
import { searchRuns } from "./search";
import { runStatuses } from "./status";
import { discardRun, discardRuns, purgeRun, restoreRun } from "./trash";

type Named = { runId: string };

type Asked = Omit<ListRequest, "limit" | "cursor" | "search">;
/** A live list is one range of an index, so it has one state. */
type LiveFilters = Omit<Asked, "status" | "sort" | "proof"> & { status?: RunStatus };
type Proving<Filters> = Omit<Filters, "proof" | "label"> & { proof: ProofStatus };
type Labelled<Filters> = Omit<Filters, "label"> & { label: string };

/** Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function listRuns(ctx: ReadCtx, { status, ...filters }: LiveFilters): Promise<NewestFirst<"runs">> {
  return newestRuns(ctx, ctx.project._id, { ...(await rangeOf(ctx, filters)), status });
}

/** Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
async function rangeOf(ctx: ReadCtx, { workflowId, source, createdAfter, createdBefore }: Asked) {
  if (createdAfter !== undefined && createdBefore !== undefined && createdAfter > createdBefore) {
    throw invalid("createdAfter", "createdAfter must not be later than createdBefore.");
  }
  const workflow = workflowId === undefined ? null : await getOwn(ctx, "workflows", workflowId);
  return { source, workflowId: workflow?._id, createdAfterMs: createdAfter, createdBeforeMs: createdBefore };
}

/** Returns where pages read their rows. Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function runSourcesOf(
  ctx: ReadCtx,
  { status, sort, proof, ...filters }: Asked,
): Promise<Pick<PagedList<Doc<"runs">>, "sources" | "rankOf" | "isShown">> {
  const projectId = ctx.project._id;
  const range = await rangeOf(ctx, filters);
  if (sort === "cost") {
    requireOrderByCost({ ...filters, proof });
    const source = (status: RunStatus) => (fromMs: number, rank: number) =>
      costliestRunsFrom(ctx, { projectId, workflowId: range.workflowId, status }, fromMs, rank);
    return { sources: statesOf(status ?? runStatuses).map(source), rankOf: costRank };
  }
  if (proof !== undefined) {
    const asked = { ...range, statuses: status === undefined ? null : statesOf(status) };
    const sources = [runsByProof(ctx, projectId, proof, range)];
    return { sources, isShown: (run) => hasWhatIsAsked(run, asked) };
  }
  if (status === undefined) return { sources: [newestRuns(ctx, projectId, range)] };
  return { sources: statesOf(status).map((status) => newestRuns(ctx, projectId, { ...range, status })) };
}

const statesOf = (status: RunStatus | readonly RunStatus[]): RunStatus[] => [...new Set([status].flat())];

/** Like `runSourcesOf`, for the runs that have a label. */
export async function labelledSourcesOf(
  ctx: ReadCtx,
  { status, sort, proof, ...filters }: Labelled<Asked>,
): Promise<Pick<PagedList<LabelledRun>, "sources" | "isShown" | "sizeOf">> {
  if (sort === "cost") requireOrderByCost({ ...filters, proof });
  const wanted = { label: filters.label, ...(await rangeOf(ctx, filters)) };
  const source = (state: RunStatus | undefined) => (fromMs: number) =>
    runsOfLabels(ctx, newestLabels(ctx, ctx.project._id, { ...wanted, status: state })(fromMs), wanted);
  return {
    sources: (status === undefined ? [undefined] : statesOf(status)).map(source),
    isShown: ({ run }) => run !== null && (proof === undefined || (run.proofStatus ?? "none") === proof),
    sizeOf: ({ run }) => JSON.stringify(run).length,
  };
}

/** The rows of the live list of the runs that have a label, and how to read the run of one that belongs to the list. */
export async function listLabelledRuns(ctx: ReadCtx, { status, ...filters }: Labelled<LiveFilters>) {
  const wanted = { label: filters.label, ...(await rangeOf(ctx, filters)) };
  return {
    rows: newestLabels(ctx, ctx.project._id, { ...wanted, status }),
    runOf: async (row: Doc<"runLabels">) => (isLabelled(row, wanted) ? await ctx.db.get("runs", row.runId) : null),
  };
}

/** The rows of the live list of the runs whose gates show this, and which of them belong to the list. */
export async function listProvingRuns(ctx: ReadCtx, { status, proof, ...filters }: Proving<LiveFilters>) {
  const range = await rangeOf(ctx, filters);
  const asked = { ...range, statuses: status === undefined ? null : [status] };
  return {
    rows: runsByProof(ctx, ctx.project._id, proof, range),
    shown: (run: Doc<"runs">) => (hasWhatIsAsked(run, asked) ? presentSummary(run) : null),
  };
}

/** Throws VALIDATION for a filter that the indexes by cost do not have. */
function requireOrderByCost({ source, label, proof, createdAfter, createdBefore }: Asked): void {
  const other = Object.entries({ source, label, proof, createdAfter, createdBefore }).find(
    ([, value]) => value !== undefined,
  );
  if (other !== undefined) throw invalid("sort", `sort=cost cannot be combined with ${other[0]}.`);
}

/** Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function listCostliestRuns(ctx: ReadCtx, { status, ...filters }: LiveFilters) {
  if (status === undefined) throw invalid("status", "status is required with the order by cost.");
  requireOrderByCost(filters);
  const { workflowId } = await rangeOf(ctx, filters);
  return costliestRuns(ctx, { projectId: ctx.project._id, workflowId, status });
}

/** Returns the best match first. Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow. */
export async function findRuns(ctx: ReadCtx, search: string, { status, sort, ...filters }: Asked) {
  const { createdAfter, createdBefore, label, proof } = filters;
  if (proof !== undefined) throw invalid("search", "search cannot be combined with proof.");
  if (label !== undefined) throw invalid("search", "search cannot be combined with label.");
  if (createdAfter !== undefined || createdBefore !== undefined) {
    throw invalid("search", "search cannot be combined with createdAfter and createdBefore.");
  }
  if (sort === "cost") throw invalid("search", "search cannot be combined with sort=cost.");
  const [only, second] = status === undefined ? [] : statesOf(status);
  if (second !== undefined) throw invalid("search", "search cannot be combined with several states.");
  return searchRuns(ctx, ctx.project._id, search, { ...(await rangeOf(ctx, filters)), status: only });
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
  return async (ctx: WriteCtx, request: StartRequest): Promise<StartedRunView> => {
    requireFuture(request);
    const { prompt, name, gitRepoUrl, branchName, maxIterations, scheduledFor, startBy, timezone } = request;
    const { labels, metadata } = request;
    const workflow = await getOwn(ctx, "workflows", request.workflowId);
    const issue = request.issueId == null ? null : await getOwn(ctx, "issues", request.issueId);
    requireEnabled(workflow);
    const rules = rulesOf(request, workflow);
    // A run for later has its key from its start on.
    const existing = scheduledFor == null ? await applyConflictRule(ctx, ctx.project, rules, ctx.actor) : null;
    if (existing !== null) return { ...presentRun(existing), isExisting: true };
    const run = await createRun(ctx, ctx.project, {
      workflow,
      ...rules,
      prompt,
      source,
      createdBy: ctx.userId,
      startedBy: ctx.actor,
      isAskedFor: true,
      ...omitNullish({
        name,
        gitRepoUrl,
        branchName,
        maxIterations,
        startsAtMs: scheduledFor,
        startByMs: startBy,
        timezone,
        labels,
        metadata,
        issueId: issue?._id,
      }),
    });
    if (issue !== null) await linkRunToIssue(ctx, issue, run);
    return presentRun(run);
  };
}

/** Starts all of the runs or none. */
export function startManyFrom(source: "api" | "dashboard") {
  const start = startFrom(source);
  return async (ctx: WriteCtx, { runs }: StartManyRequest): Promise<StartedRunView[]> => {
    await requireStartsLeft(ctx, ctx.project._id, runs);
    const started: StartedRunView[] = [];
    for (const [index, request] of runs.entries()) {
      started.push(await asItem(`runs.${index}`, () => start(ctx, request)));
      await requireBudgetLeft(ctx, "runs");
    }
    return started;
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
export const cancel = runAction((ctx, run, by) => cancelRun(ctx, run, { by }));
export const stopGracefully = runAction(requestGracefulStop);

function runAction(change: (ctx: MutationCtx, run: Doc<"runs">, by: Actor) => Promise<Doc<"runs">>) {
  return async (ctx: WriteCtx, { runId }: Named): Promise<RunView> =>
    presentRun(await change(ctx, await getOwn(ctx, "runs", runId), ctx.actor));
}

export async function restart(ctx: WriteCtx, { runId, ...changes }: RestartRequest): Promise<RunView> {
  return presentRun(await restartRun(ctx, await getOwn(ctx, "runs", runId), { ...changes, by: ctx.actor }));
}

export async function continueRun(ctx: WriteCtx, { runId, prompt, feedbackIds }: ContinueRequest): Promise<RunView> {
  const run = await getOwn(ctx, "runs", runId);
  const named = feedbackIds == null ? undefined : await feedbackOf(ctx, feedbackIds);
  requireContinuable(run);
  const feedback = named === undefined ? undefined : requireOfRun(run, named);
  return presentRun(await beginRound(ctx, run, { by: ctx.actor, feedback, ...omitNullish({ prompt }) }));
}

/** Throws NOT_FOUND and FORBIDDEN. */
async function feedbackOf(ctx: WriteCtx, ids: string[]): Promise<Doc<"runFeedback">[]> {
  return await getManyOwn(ctx, "runFeedback", { field: "feedbackIds", ids });
}

/** Throws VALIDATION for what was said about another run. */
function requireOfRun(run: Doc<"runs">, items: Doc<"runFeedback">[]): Doc<"runFeedback">[] {
  const others = items.filter((item) => item.runId !== run._id).map(({ _id }) => publicId("runFeedback", _id));
  if (others.length === 0) return items;
  throw invalid(
    "feedbackIds",
    `feedbackIds must be about the run ${publicId("runs", run._id)}: not ${others.join(", ")}.`,
  );
}

export async function proof(ctx: ReadCtx, { id }: { id: string }): Promise<ProofView> {
  return await presentProof(ctx, await getOwn(ctx, "runs", id));
}

export async function accept(ctx: WriteCtx, { runId, reason }: AcceptRequest): Promise<RunView> {
  const run = await getOwn(ctx, "runs", runId);
  await requireAcceptable(ctx, run);
  return presentRun(await acceptRun(ctx, run, { by: ctx.actor, reason }));
}

export async function rename(ctx: WriteCtx, { runId, name }: RenameRequest): Promise<RunView> {
  return presentRun(await renameRun(ctx, await getOwn(ctx, "runs", runId), name, ctx.actor));
}

export async function discard(ctx: WriteCtx, { runId }: Named) {
  const run = await getOwn(ctx, "runs", runId);
  await discardRun(ctx, run, ctx);
  return deleted(run);
}

export async function restore(ctx: WriteCtx, { runId }: Named): Promise<RunView> {
  const run = await getOwnOrTrashed(ctx, "runs", runId);
  await restoreRun(ctx, run, ctx.actor);
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
  await discardRuns(ctx, ctx.project._id, { field: "runIds", runs, by: ctx });
  return { ...idsOfAll("runs", runs), deleted: true };
}

function deleted({ _id }: Doc<"runs">) {
  return withIds("runs", _id, { deleted: true });
}
