import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { apiError } from "../api/errors";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import type { NoInput } from "../api/routes";
import { documentId, idNamesNothing, publicId } from "../lib/publicIds";
import { authenticate, createKey, requireGrantable, revokeKey } from "./model";
import { presentKey } from "./present";
import type { KeyView } from "./present";
import type { PreparedKey, Revocation } from "./requests";
import { lastUseMs, noteUse } from "./uses";

/**
 * The check that comes with the builder, and whose key it is. The edge asks for it before it refuses a request for its
 * route or its shape, since a credential that is missing or insufficient is reported first.
 */
export const check = projectQuery(async (ctx, _input: NoInput): Promise<Id<"projects">> => ctx.project._id);

/** For the edge, which records a use where this is not of the present second. */
export const lastUse = internalQuery({
  args: { keyHash: v.string() },
  handler: async (ctx, { keyHash }): Promise<number | null> =>
    await lastUseMs(ctx, (await authenticate(ctx, keyHash)).key._id),
});

/** Beside requests that write nothing else, or whose writes are undone. */
export const recordUse = internalMutation({
  args: { keyHash: v.string() },
  handler: async (ctx, { keyHash }): Promise<null> => {
    await noteUse(ctx, (await authenticate(ctx, keyHash)).key._id);
    return null;
  },
});

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<KeyView>> => {
  const newestFirst = (latestMs: number) =>
    ctx.db
      .query("apiKeys")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", latestMs))
      .order("desc");
  return await readPage(
    { project: ctx.project, name: "project/api-keys", sources: [newestFirst] },
    request,
    pageBounds.small,
    async (key) => presentKey(key, await lastUseMs(ctx, key._id)),
  );
});

/** All but the key itself, which the edge alone has. */
export const generate = projectMutation(async (ctx, request: PreparedKey) => {
  const { name, hash, prefix, expiresAtMs } = request;
  const scopes = request.scopes ?? ctx.key.scopes;
  requireGrantable(ctx.key, scopes);
  const projectId = ctx.project._id;
  const { userId } = ctx.key;
  const expiry = expiresAtMs === undefined ? {} : { expiresAtMs };
  const id = await createKey(ctx, { projectId, userId, name, scopes, hash, prefix, ...expiry });
  const key = await ctx.db.get("apiKeys", id);
  if (key === null) throw new Error("A key is gone in the transaction that made it.");
  return presentKey(key, null);
});

/** Also the calling key; one that is revoked stays as it is. */
export const revoke = projectMutation(async (ctx, { keyId }: Revocation): Promise<KeyView> => {
  const key = await ctx.db.get("apiKeys", documentId(ctx, "apiKeys", keyId));
  if (key === null) throw idNamesNothing("apiKeys", keyId);
  if (key.projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `${publicId("apiKeys", key._id)} is no key of this project.`);
  const revokedAtMs = await revokeKey(ctx, key);
  return presentKey({ ...key, revokedAtMs }, await lastUseMs(ctx, key._id));
});
