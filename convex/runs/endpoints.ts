import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { apiError, invalid } from "../api/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { linkIssue } from "../issues/model";
import { ownedDocuments } from "../lib/bulk";
import { documentInOrOutOfTrash, knownDocument, ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { namedProject } from "../project/named";
import { createRun, requireEnabled } from "./creation";
import { presentDetail } from "./detail";
import type { RunDetailView } from "./detail";
import { cancelRun, pauseRun, renameRun, requestGracefulStop, restartRun, resumeRun } from "./lifecycle";
import { newestRuns, newestRunsOfChain, runByNumber } from "./lists";
import type { RunsFrom } from "./lists";
import { presentRun, presentSummary } from "./present";
import type { RunSummaryView, RunView } from "./present";
import type {
  BulkDeleteRequest,
  ByChainRequest,
  ByNumberRequest,
  ByWorkflowRequest,
  DetailRequest,
  GetRequest,
  ListRequest,
  RenameRequest,
  StartRequest,
} from "./requests";
import { discardRun, purgeRun, restoreRun } from "./trash";

type Caller = { project: Doc<"projects"> };
type Named = { runId: string };

async function pageOf(
  { project }: Caller,
  name: string,
  source: RunsFrom,
  request: PageRequest,
): Promise<Page<RunSummaryView>> {
  return await readPage({ project, name, sources: [source] }, request, pageBounds.runs, presentSummary);
}

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<RunSummaryView>> => {
    const { status, source, createdAfter, createdBefore } = filters;
    if (createdAfter !== undefined && createdBefore !== undefined && createdAfter > createdBefore) {
      throw invalid("createdAfter", "createdAfter must not be later than createdBefore.");
    }
    const workflow =
      filters.workflowId === undefined ? null : await ownedDocument(ctx, "workflows", filters.workflowId);
    const runs = newestRuns(ctx, ctx.project._id, {
      status,
      source,
      workflowId: workflow?._id,
      createdAfterMs: createdAfter,
      createdBeforeMs: createdBefore,
    });
    return await pageOf(ctx, listName("runs", filters), runs, { limit, cursor });
  },
);

export const listByWorkflow = projectQuery(
  async (ctx, { workflowId, ...request }: ByWorkflowRequest): Promise<Page<RunSummaryView>> => {
    const workflow = await ownedDocument(ctx, "workflows", workflowId);
    const runs = newestRuns(ctx, ctx.project._id, { workflowId: workflow._id });
    return await pageOf(ctx, listName("runs/by-workflow", { workflowId }), runs, request);
  },
);

export const listByChain = projectQuery(
  async (ctx, { chainId, ...request }: ByChainRequest): Promise<Page<RunSummaryView>> => {
    const chain = await ownedDocument(ctx, "sprintChains", chainId);
    const runs = newestRunsOfChain(ctx, chain._id);
    return await pageOf(ctx, listName("runs/by-chain", { chainId }), runs, request);
  },
);

export const get = projectQuery(async (ctx, { id, stepLimit }: GetRequest): Promise<RunDetailView> =>
  presentDetail(ctx, await ownedDocument(ctx, "runs", id), stepLimit),
);

export const detail = projectQuery(async (ctx, { runId, stepLimit }: DetailRequest): Promise<RunDetailView> =>
  presentDetail(ctx, await ownedDocument(ctx, "runs", runId), stepLimit),
);

export const getByNumber = projectQuery(
  async (ctx, { runNumber, projectId, stepLimit }: ByNumberRequest): Promise<RunDetailView> => {
    if (projectId !== undefined) await requireOwn(ctx, projectId);
    const run = await runByNumber(ctx, ctx.project._id, runNumber);
    if (run === null) throw apiError("NOT_FOUND", `There is no run ${runNumber} in this project.`);
    return await presentDetail(ctx, run, stepLimit);
  },
);

/** Throws NOT_FOUND and FORBIDDEN. */
async function requireOwn(ctx: QueryCtx & Caller, projectId: string): Promise<void> {
  const { _id } = await namedProject(ctx, projectId);
  if (_id !== ctx.project._id) throw apiError("FORBIDDEN", `The API key is not of the project ${projectId}.`);
}

export const start = projectMutation(async (ctx, request: StartRequest): Promise<RunView> => {
  const { prompt, name, gitRepoUrl, branchName, maxIterations, scheduledFor, startBy, timezone } = request;
  if (scheduledFor != null && scheduledFor <= Date.now()) {
    throw invalid("scheduledFor", "scheduledFor must be in the future.");
  }
  if (startBy != null && startBy <= (scheduledFor ?? Date.now())) {
    throw invalid("startBy", "startBy must be in the future, and after scheduledFor.");
  }
  const workflow = await ownedDocument(ctx, "workflows", request.workflowId);
  const issue = request.issueId == null ? null : await ownedDocument(ctx, "issues", request.issueId);
  const run = await createRun(ctx, ctx.project, {
    workflow: requireEnabled(workflow),
    prompt,
    source: "api",
    createdBy: ctx.key.userId,
    ...(name == null ? {} : { name }),
    ...(gitRepoUrl == null ? {} : { gitRepoUrl }),
    ...(branchName == null ? {} : { branchName }),
    ...(maxIterations == null ? {} : { maxIterations }),
    ...(scheduledFor == null ? {} : { startsAtMs: scheduledFor }),
    ...(startBy == null ? {} : { startByMs: startBy }),
    ...(timezone == null ? {} : { timezone }),
    ...(issue === null ? {} : { issueId: issue._id }),
  });
  if (issue !== null) await linkIssue(ctx, issue, run);
  return presentRun(run);
});

export const pause = projectMutation(async (ctx, request: Named): Promise<RunView> => move(ctx, request, pauseRun));

export const resume = projectMutation(async (ctx, request: Named): Promise<RunView> => move(ctx, request, resumeRun));

export const cancel = projectMutation(async (ctx, request: Named): Promise<RunView> => move(ctx, request, cancelRun));

export const restart = projectMutation(async (ctx, request: Named): Promise<RunView> => move(ctx, request, restartRun));

export const stopGracefully = projectMutation(async (ctx, request: Named): Promise<RunView> =>
  move(ctx, request, requestGracefulStop),
);

async function move(
  ctx: MutationCtx & Caller,
  { runId }: Named,
  change: (ctx: MutationCtx, run: Doc<"runs">) => Promise<Doc<"runs">>,
): Promise<RunView> {
  return presentRun(await change(ctx, await ownedDocument(ctx, "runs", runId)));
}

export const rename = projectMutation(async (ctx, { runId, name }: RenameRequest): Promise<RunView> =>
  presentRun(await renameRun(ctx, await ownedDocument(ctx, "runs", runId), name)),
);

export const discard = projectMutation(async (ctx, { runId }: Named) => {
  const run = await ownedDocument(ctx, "runs", runId);
  await discardRun(ctx, run, ctx.key.userId);
  return deleted(run);
});

export const restore = projectMutation(async (ctx, { runId }: Named): Promise<RunView> => {
  const run = await documentInOrOutOfTrash(ctx, "runs", runId);
  await restoreRun(ctx, run);
  return presentRun(await knownDocument(ctx, "runs", run._id));
});

export const purge = projectMutation(async (ctx, { runId }: Named) => {
  const run = await documentInOrOutOfTrash(ctx, "runs", runId);
  await purgeRun(ctx, run);
  return deleted(run);
});

export const discardMany = projectMutation(async (ctx, { runIds }: BulkDeleteRequest) => {
  const runs = await ownedDocuments(ctx, "runs", runIds);
  for (const run of runs) await discardRun(ctx, run, ctx.key.userId);
  return { ids: runs.map(({ _id }) => publicId("runs", _id)), count: runs.length, deleted: true };
});

function deleted({ _id }: Doc<"runs">) {
  const id = publicId("runs", _id);
  return { id, _id: id, deleted: true };
}
