import type { Id } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { apiError } from "../lib/errors";
import { given } from "../lib/given";
import { documentId, idNamesNothing, publicId } from "../lib/publicIds";
import { revokeKey } from "./ending";
import { createKey } from "./model";
import type { KeyView } from "./present";
import type { PreparedKey, Revocation } from "./requests";
import { showKey } from "./showing";

/**
 * All but the key itself, which who prepared it alone has. Whether they may give these scopes is theirs to ask. `makerId`
 * is the key that asks, where one does.
 */
export async function generate(
  ctx: WriteCtx,
  { name, hash, prefix, expiresAtMs }: PreparedKey,
  scopes: string[],
  makerId?: Id<"apiKeys">,
): Promise<KeyView> {
  const expiry = given({ expiresAtMs });
  const maker = given({ madeByKeyId: makerId });
  const holder = { projectId: ctx.project._id, userId: ctx.userId, ...maker };
  const id = await createKey(ctx, { ...holder, name, scopes, hash, prefix, ...expiry });
  const key = await ctx.db.get("apiKeys", id);
  if (key === null) throw new Error("A key is gone in the transaction that made it.");
  return await showKey(ctx, key);
}

/** Also the calling key; one that is revoked stays as it is. `endedKeys`: how many more ended with it at once. */
export async function revoke(ctx: WriteCtx, { keyId }: Revocation): Promise<KeyView & { endedKeys: number }> {
  const key = await ctx.db.get("apiKeys", documentId(ctx, "apiKeys", keyId));
  if (key === null) throw idNamesNothing("apiKeys", keyId);
  if (key.projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `${publicId("apiKeys", key._id)} is no key of this project.`);
  const { revokedAtMs, endedKeys } = await revokeKey(ctx, key);
  return { ...(await showKey(ctx, { ...key, revokedAtMs })), endedKeys };
}
