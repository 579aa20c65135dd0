// The transactions behind the messages of code hosts.
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { makeDue } from "../jobs/looks";
import { rowNamedBy } from "../lib/publicIds";
import { dayMs } from "../lib/times";
import type { HookKind } from "./schema";

export interface FoundHook {
  hookId: Id<"inboundHooks">;
  projectId: Id<"projects">;
  kind: HookKind;
  secret: Doc<"inboundHooks">["secret"];
}

/** Null for a hook that does not exist, or whose project is deleted. */
export const find = internalQuery({
  args: { id: v.string() },
  handler: async (ctx, { id }): Promise<FoundHook | null> => {
    const named = rowNamedBy(ctx.db, id);
    const hookId = named?.table === "inboundHooks" ? ctx.db.normalizeId("inboundHooks", named.id) : null;
    const hook = hookId === null ? null : await ctx.db.get("inboundHooks", hookId);
    if (hook === null) return null;
    const project = await ctx.db.get("projects", hook.projectId);
    if (project === null || project.deletingAtMs !== undefined) return null;
    return { hookId: hook._id, projectId: hook.projectId, kind: hook.kind, secret: hook.secret };
  },
});

/** Each request can be followed by few runs. */
const maxRequests = 20;

/** Makes the looks due of the requests that are named. A message that came before changes nothing. */
export const receive = internalMutation({
  args: {
    hookId: v.id("inboundHooks"),
    deliveryId: v.union(v.string(), v.null()),
    names: v.object({ repository: v.string(), numbers: v.array(v.number()), heads: v.array(v.string()) }),
  },
  handler: async (ctx, { hookId, deliveryId, names: { repository, numbers, heads } }): Promise<null> => {
    const hook = await ctx.db.get("inboundHooks", hookId);
    if (hook === null || (deliveryId !== null && !(await isFirst(ctx, hook, deliveryId)))) return null;
    const { projectId } = hook;
    const requests = ctx.db.query("followedRequests");
    const ofNumber = (number: number) =>
      requests
        .withIndex("by_number", (q) => q.eq("projectId", projectId).eq("repository", repository).eq("number", number))
        .take(maxRequests);
    const ofHead = (head: string) =>
      requests
        .withIndex("by_head", (q) => q.eq("projectId", projectId).eq("repository", repository).eq("head", head))
        .take(maxRequests);
    const found = (await Promise.all([...numbers.map(ofNumber), ...heads.map(ofHead)])).flat();
    const due = new Map(found.map((request) => [request._id, request]));
    for (const request of due.values()) await makeDue(ctx, request);
    return null;
  },
});

/** Hosts repeat a message within days. */
const retentionMs = 7 * dayMs;
/** Each message adds one row and deletes up to this many old ones, so that old rows do not pile up. */
const sweptPerMessage = 4;

async function isFirst(
  ctx: MutationCtx,
  { _id: hookId, projectId }: Doc<"inboundHooks">,
  deliveryId: string,
): Promise<boolean> {
  const earlier = await ctx.db
    .query("hookDeliveries")
    .withIndex("by_delivery", (q) => q.eq("hookId", hookId).eq("deliveryId", deliveryId))
    .first();
  if (earlier !== null) return false;
  await ctx.db.insert("hookDeliveries", { projectId, hookId, deliveryId });
  const old = await ctx.db
    .query("hookDeliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - retentionMs))
    .take(sweptPerMessage);
  for (const { _id } of old) await ctx.db.delete("hookDeliveries", _id);
  return true;
}
