import type { Doc, Id } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { apiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { listOf, ofProject } from "../callers/lists";
import { documentId, notFound, publicId } from "../lib/publicIds";
import { revokeKey } from "./revocation";
import { createKey } from "./model";
import type { KeyView } from "./present";
import type { PreparedKey, Revocation } from "./requests";
import { readKeyView } from "./readKeyView";

export const list = listOf({
  name: "project/api-keys",
  bounds: "small",
  filters: {},
  find: ofProject("apiKeys"),
  present: (key: Doc<"apiKeys">, ctx) => readKeyView(ctx, key),
});

/** Stores a key whose scopes the caller has checked. `makerId` is the key that made the request, if one did. */
export async function generate(
  ctx: WriteCtx,
  { name, hash, prefix, expiresAtMs }: PreparedKey,
  scopes: string[],
  makerId?: Id<"apiKeys">,
): Promise<KeyView> {
  const expiry = omitNullish({ expiresAtMs });
  const maker = omitNullish({ madeByKeyId: makerId });
  const holder = { projectId: ctx.project._id, userId: ctx.userId, ...maker };
  const id = await createKey(ctx, { ...holder, name, scopes, hash, prefix, ...expiry });
  const key = await ctx.db.get("apiKeys", id);
  if (key === null) throw new Error("A new key was not found in the transaction that made it.");
  return await readKeyView(ctx, key);
}

/** Revokes a key, perhaps the calling one. `endedKeys` is the number of other keys that ended with it at once. */
export async function revoke(ctx: WriteCtx, { keyId }: Revocation): Promise<KeyView & { endedKeys: number }> {
  const key = await ctx.db.get("apiKeys", documentId(ctx, "apiKeys", keyId));
  if (key === null) throw notFound("apiKeys", keyId);
  if (key.projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `${publicId("apiKeys", key._id)} is not a key of this project.`);
  const { revokedAtMs, endedKeys } = await revokeKey(ctx, key);
  return { ...(await readKeyView(ctx, { ...key, revokedAtMs })), endedKeys };
}
