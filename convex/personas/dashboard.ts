import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberList } from "../dashboard/lists";
import { invalid } from "../lib/errors";
import { memberGet, memberQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { getOwn } from "../lib/getDocument";
import * as handlers from "./handlers";
import { presentPersonaVersionDetail } from "./present";
import type { AnalyticsView, PersonaVersionDetail } from "./present";
import * as requests from "./requests";
import { maxDays } from "./statistics";

export const list = memberList("project:read", handlers.list);
export const get = memberGet("project:read", handlers.get);

export const versions = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, id: v.string() },
  handler: async (ctx, { id, paginationOpts }): Promise<PaginationResult<PersonaVersionDetail>> => {
    const persona = await getOwn(ctx, "personas", id);
    const newestVersionFirst = ctx.db
      .query("personaVersions")
      .withIndex("by_persona_and_version", (q) => q.eq("personaId", persona._id))
      .order("desc");
    return await pageOf(newestVersionFirst, paginationOpts, presentPersonaVersionDetail);
  },
});

export const analytics = memberQuery("project:read", {
  args: { id: v.string(), days: v.optional(v.number()) },
  handler: async (ctx, { id, days }): Promise<AnalyticsView> => {
    if (days !== undefined && !isDayCount(days)) throw invalid("days", `days must be an integer from 1 to ${maxDays}.`);
    return await handlers.analytics(ctx, { id, days });
  },
});

function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= maxDays;
}

export const { create, update } = memberWrites("work:write", requests, handlers);
export const { toggle, duplicate, remove } = memberWrites("work:write", requests.named, handlers);
export const { removeMany } = memberWrites("work:write", requests.many, handlers);
