import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { getOwn } from "../lib/getDocument";
import { presentEvent } from "./present";
import type { EventView } from "./present";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, id: v.string() },
  handler: async (ctx, { paginationOpts, id }): Promise<PaginationResult<EventView>> => {
    const run = await getOwn(ctx, "runs", id);
    const events = ctx.db.query("runEvents").withIndex("by_run", (q) => q.eq("runId", run._id));
    return await pageOf(events.order("desc"), paginationOpts, presentEvent);
  },
});
