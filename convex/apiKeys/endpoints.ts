import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import { projectMutation, projectMutations, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import type { NoInput } from "../api/routes";
import * as handlers from "./handlers";
import { expiryNoLaterThan, requireGrantable, requireMayMakeKeys } from "./model";
import { authenticate } from "../callers/keys";
import type { KeyView } from "./present";
import type { PreparedKey } from "./requests";
import { scopesWithin } from "../callers/scopes";
import { lastUseMs, recordKeyUse } from "../callers/keyUses";

/** The edge checks the credential here before it refuses a request for its route or its shape. */
export const check = projectQuery(async (ctx, _input: NoInput): Promise<Id<"projects">> => ctx.project._id);

/** The time of the key's last use. This query is apart from all others, because uses throw its cached result away. */
export const lastUse = internalQuery({
  args: { keyId: v.id("apiKeys") },
  handler: async (ctx, { keyId }): Promise<number | null> => await lastUseMs(ctx, keyId),
});

export const idOf = internalQuery({
  args: { keyHash: v.string() },
  handler: async (ctx, { keyHash }): Promise<Id<"apiKeys">> => (await authenticate(ctx, keyHash)).key._id,
});

/** Records a key's use for requests that write nothing else or are undone. They have already checked the key. */
export const recordUse = internalMutation({
  args: { keyId: v.id("apiKeys") },
  handler: async (ctx, { keyId }): Promise<null> => {
    const key = await ctx.db.get("apiKeys", keyId);
    if (key !== null) await recordKeyUse(ctx, keyId);
    return null;
  },
});

export const list = listEndpoint(handlers.list);

export const generate = projectMutation(async (ctx, request: PreparedKey): Promise<KeyView> => {
  const scopes = [...(request.scopes ?? scopesWithin(ctx.role, ctx.key.scopes))];
  requireGrantable(ctx, scopes);
  await requireMayMakeKeys(ctx, ctx.key);
  const expiresAtMs = expiryNoLaterThan(ctx.key, request.expiresAtMs);
  return await handlers.generate(ctx, { ...request, expiresAtMs }, scopes, ctx.key._id);
});

export const { revoke } = projectMutations(handlers);
