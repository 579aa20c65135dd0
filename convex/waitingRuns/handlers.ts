// The operation that REST and the dashboard share.
import { openCursor, sealCursor } from "../api/cursors";
import { listName, pageBounds } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import type { ReadCtx } from "../callers/caller";
import { countByReason, presentWaiting, readWaiting, turnOf, waitingAfter } from "./list";
import type { Turn, WaitCounts, WaitingRunView } from "./list";

/**
 * A part of the queue, and how many runs of all of it wait for what: the first 1000 that a limit holds, 1000 others
 * that are pending, and 100 that are scheduled.
 */
export interface QueuePage extends Page<WaitingRunView> {
  counts: WaitCounts;
}

export async function list(ctx: ReadCtx, { limit, cursor }: PageRequest): Promise<QueuePage> {
  const paged = { project: ctx.project, name: listName("queue", {}) };
  // The seal proves that this function has written the text.
  const after = cursor === undefined ? null : (JSON.parse(await openCursor(paged, cursor)) as Turn);
  const all = await readWaiting(ctx, ctx.project._id);
  const rest = waitingAfter(all, after);
  const shown = rest.slice(0, limit ?? pageBounds.usual.default);
  const last = shown.at(-1);
  const hasMore = rest.length > shown.length;
  const data = await Promise.all(shown.map((waiting) => presentWaiting(ctx, waiting)));
  return {
    counts: countByReason(all),
    data: data.filter((run) => run !== null),
    nextCursor: hasMore && last !== undefined ? await sealCursor(paged, JSON.stringify(turnOf(last))) : null,
    hasMore,
  };
}
