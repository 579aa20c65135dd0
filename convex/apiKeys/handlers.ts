import { apiError } from "../api/errors";
import type { WriteCtx } from "../lib/callers";
import { documentId, idNamesNothing, publicId } from "../lib/publicIds";
import { createKey, revokeKey } from "./model";
import { presentKey } from "./present";
import type { KeyView } from "./present";
import type { PreparedKey, Revocation } from "./requests";
import { lastUseMs } from "./uses";

/** All but the key itself, which who prepared it alone has. Whether they may give these scopes is theirs to ask. */
export async function generate(
  ctx: WriteCtx,
  { name, hash, prefix, expiresAtMs }: PreparedKey,
  scopes: string[],
): Promise<KeyView> {
  const expiry = expiresAtMs === undefined ? {} : { expiresAtMs };
  const owner = { projectId: ctx.project._id, userId: ctx.userId };
  const id = await createKey(ctx, { ...owner, name, scopes, hash, prefix, ...expiry });
  const key = await ctx.db.get("apiKeys", id);
  if (key === null) throw new Error("A key is gone in the transaction that made it.");
  return presentKey(key, null);
}

/** Also the calling key; one that is revoked stays as it is. */
export async function revoke(ctx: WriteCtx, { keyId }: Revocation): Promise<KeyView> {
  const key = await ctx.db.get("apiKeys", documentId(ctx, "apiKeys", keyId));
  if (key === null) throw idNamesNothing("apiKeys", keyId);
  if (key.projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `${publicId("apiKeys", key._id)} is no key of this project.`);
  const revokedAtMs = await revokeKey(ctx, key);
  return presentKey({ ...key, revokedAtMs }, await lastUseMs(ctx, key._id));
}
