import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { followQuery, projectQuery } from "../api/builders";
import { pageBounds } from "../api/pagination";
import type { Page } from "../api/pagination";
import { omitNullish } from "../lib/omitNullish";
import { getOwn } from "../lib/getDocument";
import { isFinal } from "../runs/status";
import { waitReasonLine, waitReasonOf } from "../runs/waitReason";
import { eventsAfter } from "./model";
import { presentEvent } from "./present";
import type { EventView } from "./present";
import type { FurtherRequest, ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { id, limit = pageBounds.runs.default, after = 0, cursor = 0 }: ListRequest): Promise<Page<EventView>> =>
    await pageAfter(ctx, await getOwn(ctx, "runs", id), Math.max(after, cursor), limit),
);

/** `isOver` says that no more events will come unless the run is restarted. */
export const listFurther = followQuery(async (ctx, { id, after, limit }: FurtherRequest) => {
  const run = await getOwn(ctx, "runs", id);
  const waiting = await waitReasonOf(ctx, run);
  const comment = waiting === null ? null : waitReasonLine(waiting);
  return { page: await pageAfter(ctx, run, after, limit), isOver: isFinal(run.status), ...omitNullish({ comment }) };
});

async function pageAfter(ctx: QueryCtx, run: Doc<"runs">, seq: number, limit: number): Promise<Page<EventView>> {
  const events = await eventsAfter(ctx, run, seq, limit + 1);
  const shown = events.slice(0, limit);
  const hasMore = events.length > limit;
  return { data: shown.map(presentEvent), nextCursor: hasMore ? String(shown.at(-1)?.seq) : null, hasMore };
}
