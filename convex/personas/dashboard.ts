import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { invalid } from "../lib/errors";
import { memberQuery } from "../dashboard/builders";
import { livePage, pageOf } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentPersona, presentPersonaVersionDetail } from "./present";
import type { AnalyticsView, PersonaVersionDetail, PersonaView } from "./present";
import * as requests from "./requests";
import { daysMax } from "./statistics";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<PersonaView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentPersona),
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

/** What it was and is, the newest first. */
export const versions = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, id: v.string() },
  handler: async (ctx, { id, paginationOpts }): Promise<PaginationResult<PersonaVersionDetail>> => {
    const persona = await ownedDocument(ctx, "personas", id);
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
    if (days !== undefined && !isDayCount(days)) throw invalid("days", `days must be an integer from 1 to ${daysMax}.`);
    return await handlers.analytics(ctx, { id, days });
  },
});

function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= daysMax;
}

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWrite("work:write", requests.update, handlers.update);

export const toggle = memberWrite("work:write", requests.named, handlers.toggle);

export const duplicate = memberWrite("work:write", requests.named, handlers.duplicate);

export const remove = memberWrite("work:write", requests.named, handlers.remove);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
