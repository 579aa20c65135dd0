import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import { projectMutation, projectMutations, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import type { NoInput } from "../api/routeBuilders";
import * as handlers from "./handlers";
import {
  expiryNoLaterThan,
  requireGrantable,
  requireHoldsNoMore,
  requireReplaceable,
  requireShortKeyChain,
} from "./model";
import { authenticate } from "../callers/keys";
import type { KeyView } from "./present";
import { getOwn } from "../lib/getDocument";
import type { PreparedKey, PreparedRotation } from "./requests";
import { scopesWithin } from "../callers/scopes";
import { lastUseOf, recordKeyUse } from "../callers/keyUses";
import type { Quota } from "../callers/quotas";
import { countWrite } from "../callers/writeCounts";

/** The edge checks the credential here before it refuses a request for its route or its shape. */
export const check = projectQuery(async (ctx, _input: NoInput): Promise<Id<"projects">> => ctx.project._id);

/** The time of the key's last use. This query is apart from all others, because uses throw its cached result away. */
export const lastUse = internalQuery({
  args: { keyId: v.id("apiKeys") },
  handler: async (ctx, { keyId }): Promise<number | null> => (await lastUseOf(ctx, keyId))?.atMs ?? null,
});

export const idOf = internalQuery({
  args: { keyHash: v.string() },
  handler: async (ctx, { keyHash }): Promise<Id<"apiKeys">> => (await authenticate(ctx, keyHash)).key._id,
});

/** Records a key's use for requests that write nothing else or are undone. They have already checked the key. */
export const recordUse = internalMutation({
  args: { keyId: v.id("apiKeys"), route: v.optional(v.string()) },
  handler: async (ctx, { keyId, route }): Promise<null> => {
    const key = await ctx.db.get("apiKeys", keyId);
    if (key !== null) await recordKeyUse(ctx, keyId, route);
    return null;
  },
});

/** Counts a write that was refused in another transaction or before it. Throws AUTH_INVALID and RATE_LIMITED. */
export const countWriteOf = internalMutation({
  args: { keyHash: v.string(), route: v.optional(v.string()) },
  handler: async (ctx, { keyHash, route }): Promise<Quota | null> => {
    const { key } = await authenticate(ctx, keyHash);
    return await countWrite(ctx, key._id, route);
  },
});

export const list = listEndpoint(handlers.list);

export const generate = projectMutation(async (ctx, request: PreparedKey): Promise<KeyView> => {
  const scopes = [...(request.scopes ?? scopesWithin(ctx.role, ctx.key.scopes))];
  requireGrantable(ctx, scopes);
  await requireShortKeyChain(ctx, ctx.key);
  const expiresAtMs = expiryNoLaterThan(ctx.key, request.expiresAtMs);
  return await handlers.generate(ctx, { ...request, expiresAtMs }, scopes, ctx.key._id);
});

/** The new key has the maker of the old one when a key rotates itself, and otherwise ends with the calling key. */
export const rotate = projectMutation(async (ctx, request: PreparedRotation): Promise<KeyView> => {
  const old = await getOwn(ctx, "apiKeys", request.keyId);
  await requireHoldsNoMore(ctx, ctx, old);
  await requireReplaceable(ctx, old);
  if (old._id === ctx.key._id) return await handlers.replace(ctx, old, request, old.madeByKeyId);
  await requireShortKeyChain(ctx, ctx.key);
  return await handlers.replace(ctx, old, request, ctx.key._id);
});

export const { revoke } = projectMutations(handlers);
