import type { Doc, Id } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { omitNullish } from "../lib/omitNullish";
import { getOwnOrTrashed, getOrThrow } from "../lib/getDocument";
import { createRunnerToken, revokeToken } from "./model";
import { presentToken } from "./present";
import type { TokenView } from "./present";
import type { PreparedToken, Revocation } from "./requests";

export const list = listOf({
  name: "project/runner-tokens",
  bounds: "small",
  filters: {},
  find: (ctx: ReadCtx) => ofProject("runnerTokens")(ctx),
  present: (token: Doc<"runnerTokens">, ctx) => presentToken(ctx, token),
});

/** Stores a token. `makerId` is the key that made the request, if one did. */
export async function generate(
  ctx: WriteCtx,
  { name, kinds, hash, prefix, expiresAtMs }: PreparedToken,
  makerId?: Id<"apiKeys">,
): Promise<TokenView> {
  const optional = omitNullish({ kinds, expiresAtMs, madeByKeyId: makerId });
  const owner = { projectId: ctx.project._id, userId: ctx.userId };
  const id = await createRunnerToken(ctx, { ...owner, name, hash, prefix, ...optional });
  return await presentToken(ctx, await getOrThrow(ctx, "runnerTokens", id));
}

/** Revokes a token, and ends the claims that were made with it. Revoking a revoked token changes nothing. */
export async function revoke(ctx: WriteCtx, { tokenId }: Revocation): Promise<TokenView> {
  const token = await getOwnOrTrashed(ctx, "runnerTokens", tokenId);
  return await presentToken(ctx, await revokeToken(ctx, token));
}
