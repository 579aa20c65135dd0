import type { Id } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { requireOneOf } from "../callers/keyBounds";
import { apiError, invalid } from "../lib/errors";
import { getOwn } from "../lib/getDocument";
import { getManyOwn } from "../lib/getManyOwn";
import { omitNullish } from "../lib/omitNullish";
import { startBulkAction, stopBulkAction } from "./model";
import type { Target } from "./model";
import { presentBulkAction } from "./present";
import type { BulkActionView } from "./present";
import type { StartRequest } from "./requests";

type Named = { id: string };

/** Throws VALIDATION, and NOT_FOUND and FORBIDDEN for the workflow and the runs that are named. */
export async function start(ctx: WriteCtx, { action, filter }: StartRequest): Promise<BulkActionView> {
  return presentBulkAction(await startBulkAction(ctx, action, await targetOf(ctx, filter)));
}

async function targetOf(ctx: ReadCtx, { runIds, ...filter }: StartRequest["filter"]): Promise<Target> {
  if (runIds != null) {
    const runs = await getManyOwn(ctx, "runs", { field: "filter.runIds", ids: runIds, timesRead: 1 });
    for (const { workflowId } of runs) requireBound(ctx, workflowId);
    return { runIds: runs.map(({ _id }) => _id) };
  }
  const { status, source, label, createdAfter: createdAfterMs, createdBefore: createdBeforeMs } = filter;
  if (createdAfterMs != null && createdBeforeMs != null && createdAfterMs > createdBeforeMs) {
    throw invalid("filter.createdAfter", "createdAfter must not be later than createdBefore.");
  }
  const workflow = filter.workflowId == null ? null : await getOwn(ctx, "workflows", filter.workflowId);
  requireBound(ctx, workflow?._id);
  const states = status == null ? [] : [...new Set([status].flat())];
  return { states, ...omitNullish({ workflowId: workflow?._id, source, label, createdAfterMs, createdBeforeMs }) };
}

/** The runs are changed later, without the key, so a key that is bound to workflows is checked here. */
function requireBound({ workflowIds }: ReadCtx, workflowId: Id<"workflows"> | undefined): void {
  if (workflowIds === undefined) return;
  if (workflowId === undefined)
    throw apiError(
      "SCOPE_DENIED",
      "The API key is bound to workflows: the filter must have one of them as workflowId.",
    );
  requireOneOf(workflowIds, workflowId);
}

export async function get(ctx: ReadCtx, { id }: Named): Promise<BulkActionView> {
  return presentBulkAction(await getOwn(ctx, "bulkActions", id));
}

export async function stop(ctx: WriteCtx, { id }: Named): Promise<BulkActionView> {
  const bulk = await getOwn(ctx, "bulkActions", id);
  // The row does not know of which workflows its runs are.
  if (ctx.workflowIds !== undefined && bulk.by.id !== ctx.actor.id)
    throw apiError("SCOPE_DENIED", "The API key is bound to workflows, so it stops only what it has asked for itself.");
  return presentBulkAction(await stopBulkAction(ctx, bulk));
}
