import { elapsedTimeQuery, projectMutation, projectMutations, projectQueries, projectQuery } from "../api/builders";
import { apiError } from "../lib/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import type { NewestFirst } from "../lib/newestFirst";
import { readSearchPage } from "../api/searchPages";
import type { ReadCtx } from "../callers/caller";
import { getAnyProject, getOwn } from "../lib/getDocument";
import { presentWithElapsedTime } from "./detail";
import * as handlers from "./handlers";
import type { LabelledRun } from "./labels";
import { presentSummary } from "./present";
import type { RunSummaryView } from "./present";
import type {
  ByChainRequest,
  ByNumberRequest,
  ByWorkflowRequest,
  DetailRequest,
  GetRequest,
  ListRequest,
} from "./requests";

async function pageOf(
  { project }: ReadCtx,
  name: string,
  source: NewestFirst<"runs">,
  request: PageRequest,
): Promise<Page<RunSummaryView>> {
  return await readPage({ project, name, sources: [source] }, request, pageBounds.runs, presentSummary);
}

export const list = projectQuery(
  async (ctx, { limit, cursor, search, ...filters }: ListRequest): Promise<Page<RunSummaryView>> => {
    const request = { limit, cursor };
    const { label } = filters;
    if (search === undefined && label !== undefined) {
      const list = { project: ctx.project, name: listName("runs", filters) };
      const rows = await handlers.labelledSourcesOf(ctx, { ...filters, label });
      return await readPage({ ...list, ...rows }, request, pageBounds.runs, presentLabelled);
    }
    if (search === undefined) {
      const list = { project: ctx.project, name: listName("runs", filters) };
      const rows = await handlers.runSourcesOf(ctx, filters);
      return await readPage({ ...list, ...rows }, request, pageBounds.runs, presentSummary);
    }
    const list = { project: ctx.project, name: listName("runs", { ...filters, search }) };
    const found = await handlers.findRuns(ctx, search, filters);
    return await readSearchPage(list, found, request, pageBounds.runs, presentSummary);
  },
);

function presentLabelled({ run }: LabelledRun): RunSummaryView {
  if (run === null) throw new Error("A page shows only the rows whose run is in the list.");
  return presentSummary(run);
}

export const listByWorkflow = projectQuery(
  async (ctx, { workflowId, ...request }: ByWorkflowRequest): Promise<Page<RunSummaryView>> => {
    const runs = await handlers.listRuns(ctx, { workflowId });
    return await pageOf(ctx, listName("runs/by-workflow", { workflowId }), runs, request);
  },
);

export const listByChain = projectQuery(
  async (ctx, { chainId, ...request }: ByChainRequest): Promise<Page<RunSummaryView>> =>
    await pageOf(ctx, listName("runs/by-chain", { chainId }), await handlers.listRunsOfChain(ctx, chainId), request),
);

export const get = elapsedTimeQuery(async (ctx, { id, stepLimit }: GetRequest) =>
  presentWithElapsedTime(ctx, await getOwn(ctx, "runs", id), stepLimit),
);

export const detail = elapsedTimeQuery(async (ctx, { runId, stepLimit }: DetailRequest) =>
  presentWithElapsedTime(ctx, await getOwn(ctx, "runs", runId), stepLimit),
);

export const getByNumber = elapsedTimeQuery(async (ctx, { projectId, runNumber, stepLimit }: ByNumberRequest) => {
  if (projectId !== undefined) await requireOwn(ctx, projectId);
  return await presentWithElapsedTime(ctx, await handlers.getByNumber(ctx, runNumber), stepLimit);
});

/** Throws NOT_FOUND and FORBIDDEN. */
async function requireOwn(ctx: ReadCtx, projectId: string): Promise<void> {
  const { _id } = await getAnyProject(ctx, projectId);
  if (_id !== ctx.project._id) throw apiError("FORBIDDEN", `The API key does not belong to the project ${projectId}.`);
}

export const start = projectMutation(handlers.startFrom("api"));
export const startMany = projectMutation(handlers.startManyFrom("api"));
export const { proof } = projectQueries(handlers);
export const {
  accept,
  continueRun,
  pause,
  resume,
  cancel,
  restart,
  stopGracefully,
  rename,
  discard,
  restore,
  purge,
  discardMany,
} = projectMutations(handlers);
