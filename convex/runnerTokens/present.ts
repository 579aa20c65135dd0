import type { QueryCtx } from "../_generated/server";
import { presentActor } from "../callers/caller";
import { isValid } from "../callers/runnerTokens";
import type { RunnerToken } from "../callers/runnerTokens";
import { publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface TokenView extends Ids {
  name: string;
  prefix: string;
  /** Null when the token's holder may claim jobs of all kinds. */
  kinds: string[] | null;
  createdAt: string;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** Whether the token works now: it is neither revoked nor expired, and its maker still has the right to make it. */
  isValid: boolean;
  createdBy: string;
  /** The key that made this token. The token ends with it. Null when a person made the token. */
  madeByKeyId: string | null;
}

export async function presentToken(ctx: QueryCtx, token: RunnerToken): Promise<TokenView> {
  const { name, prefix, kinds, revokedAtMs, expiresAtMs, madeByKeyId } = token;
  return withIds("runnerTokens", token._id, {
    name,
    prefix,
    kinds: kinds ?? null,
    createdAt: isoTime(token._creationTime),
    status: revokedAtMs === null ? "active" : "revoked",
    revokedAt: isoTimeOrNull(revokedAtMs),
    expiresAt: isoTimeOrNull(expiresAtMs),
    isValid: await isValid(ctx, token),
    createdBy: await presentActor(ctx, token.userId),
    madeByKeyId: publicIdOrNull("apiKeys", madeByKeyId),
  });
}
