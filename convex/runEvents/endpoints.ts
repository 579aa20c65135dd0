import { projectQuery } from "../api/builders";
import { pageBounds } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { eventsAfter } from "./model";
import { presentEvent } from "./present";
import type { EventView } from "./present";
import type { ListRequest } from "./requests";

export const list = projectQuery(
  async (
    ctx,
    { id, limit = pageBounds.runs.default, after = 0, cursor = 0 }: ListRequest,
  ): Promise<Page<EventView>> => {
    const run = await ownedDocument(ctx, "runs", id);
    const events = await eventsAfter(ctx, run, Math.max(after, cursor), limit + 1);
    const shown = events.slice(0, limit);
    const hasMore = events.length > limit;
    return { data: shown.map(presentEvent), nextCursor: hasMore ? String(shown.at(-1)?.seq) : null, hasMore };
  },
);
