import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { boundPage } from "../dashboard/pages";
import { presentEntry } from "./present";
import type { AuditEntryView } from "./present";

/** The newest entries, of all or of one subject or actor. */
export const list = memberQuery("audit:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    filter: v.optional(
      v.union(
        v.object({ by: v.literal("actor"), id: v.string() }),
        v.object({ by: v.literal("subject"), id: v.string() }),
        v.object({ by: v.literal("action"), action: v.string() }),
      ),
    ),
  },
  handler: async (ctx, { filter, paginationOpts }): Promise<PaginationResult<AuditEntryView>> => {
    const projectId = ctx.project._id;
    const entries = ctx.db.query("auditEntries");
    const range = () => {
      switch (filter?.by) {
        case undefined:
          return entries.withIndex("by_project", (q) => q.eq("projectId", projectId));
        case "actor":
          return entries.withIndex("by_actor", (q) => q.eq("projectId", projectId).eq("actorId", filter.id));
        case "subject":
          return entries.withIndex("by_subject", (q) => q.eq("projectId", projectId).eq("subjectId", filter.id));
        case "action":
          return entries.withIndex("by_action", (q) => q.eq("projectId", projectId).eq("action", filter.action));
      }
    };
    const found = await range().order("desc").paginate(boundPage(paginationOpts));
    return { ...found, page: found.page.map(presentEntry) };
  },
});
