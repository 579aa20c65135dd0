import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { nextCheckMs } from "../apiKeys/model";
import { isExpired } from "../callers/credentialValidity";
import { requeueClaimsOfToken } from "../jobs/endedToken";
import { patchAndReturn } from "../lib/patchAndReturn";

type Token = Doc<"runnerTokens">;

export type NewToken = Pick<
  Token,
  "projectId" | "userId" | "madeByKeyId" | "name" | "hash" | "prefix" | "kinds" | "expiresAtMs"
>;

export async function createRunnerToken(ctx: MutationCtx, token: NewToken): Promise<Id<"runnerTokens">> {
  const tokenId = await ctx.db.insert("runnerTokens", { ...token, revokedAtMs: null });
  if (token.expiresAtMs !== undefined) await scheduleExpiry(ctx, tokenId, token.expiresAtMs);
  return tokenId;
}

export async function revokeToken(ctx: MutationCtx, token: Token): Promise<Token> {
  if (token.revokedAtMs !== null) return token;
  const revoked = await patchAndReturn(ctx, "runnerTokens", token, { revokedAtMs: Date.now() });
  await requeueClaimsOfToken(ctx, token, null);
  return revoked;
}

/** Marks the token as expired when its time has come. When the time has not come yet, the check is scheduled again. */
export async function expireToken(ctx: MutationCtx, token: Token): Promise<void> {
  if (token.expiresAtMs === undefined) return;
  if (!isExpired(token)) return await scheduleExpiry(ctx, token._id, token.expiresAtMs);
  await ctx.db.patch("runnerTokens", token._id, { hasExpired: true });
  await requeueClaimsOfToken(ctx, token, null);
}

async function scheduleExpiry(ctx: MutationCtx, tokenId: Id<"runnerTokens">, expiresAtMs: number): Promise<void> {
  await ctx.scheduler.runAt(nextCheckMs(expiresAtMs), internal.runnerTokens.scheduled.expire, { tokenId });
}
