import { followQuery, projectQuery } from "../api/builders";
import { pageBounds } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { ReadCtx } from "../callers/caller";
import { cursorAt, positionAfter } from "./positionParameter";
import { presentFeedEvent } from "./present";
import type { FeedEventView } from "./present";
import { feedAfter } from "./read";
import type { FurtherRequest, ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { after, limit = pageBounds.runs.default, types }: ListRequest): Promise<Page<FeedEventView>> =>
    await pageAfter(ctx, { after: after ?? 0, limit, types }),
);

/** The feed of a project never ends. */
export const listFurther = followQuery(async (ctx, request: FurtherRequest) => ({
  page: await pageAfter(ctx, request),
  isOver: false,
}));

async function pageAfter(ctx: ReadCtx, { after, limit, types }: FurtherRequest): Promise<Page<FeedEventView>> {
  const { project } = ctx;
  const from = await positionAfter(ctx, after);
  const { events, position, hasMore } = await feedAfter(ctx, project._id, from, limit, types);
  return { data: events.map(presentFeedEvent), nextCursor: await cursorAt(project, position), hasMore };
}
