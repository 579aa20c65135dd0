import { v } from "convex/values";
import { memberGet, memberQuery } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { checkShape } from "../lib/untrusted";
import type { Compiled } from "../learnings/compile";
import { activeVersion, previewVersion } from "./model";
import { presentWithContent } from "./present";
import type { VersionDetail } from "./present";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const get = memberGet("project:read", handlers.get);

/** The active version, which agents of this type of role receive. Null without one. */
export const active = memberQuery("project:read", {
  args: { roleType: v.string() },
  handler: async (ctx, { roleType }): Promise<VersionDetail | null> => {
    const version = await activeVersion(ctx, ctx.project._id, roleType);
    return version === null ? null : await presentWithContent(ctx, version);
  },
});

/** The document that `compile` would make of these learnings. */
export const preview = memberQuery("project:read", {
  args: { roleType: v.string(), learningIds: v.array(v.string()) },
  handler: async (ctx, { roleType, learningIds }): Promise<Compiled> =>
    await previewVersion(ctx, checkShape(requests.compile(), { roleType, learningIds })),
});

export const { compile } = memberWrites("work:write", requests, handlers);
export const { activate, deactivate } = memberWrites("work:write", requests.one, handlers);
