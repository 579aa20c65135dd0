import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import { ancestorsMax, ancestorsOf } from "../callers/keyStanding";
import { requireScope } from "../callers/keys";
import type { Holder } from "../callers/keys";

/** Nothing can be scheduled further ahead than five years; a shorter step serves as well. */
const scheduledAheadMs = 7 * 24 * 60 * 60 * 1000;

/** What is known of a key before its row exists. */
export type NewKey = Pick<
  Doc<"apiKeys">,
  "projectId" | "userId" | "madeByKeyId" | "name" | "scopes" | "hash" | "prefix" | "expiresAtMs"
>;

export async function createKey(ctx: MutationCtx, key: NewKey): Promise<Id<"apiKeys">> {
  const keyId = await ctx.db.insert("apiKeys", { ...key, revokedAtMs: null });
  if (key.expiresAtMs !== undefined) await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  return keyId;
}

/** When the row is to say that the time of the key is over. */
export async function scheduleExpiry(ctx: MutationCtx, keyId: Id<"apiKeys">, expiresAtMs: number): Promise<void> {
  const timeMs = Math.min(expiresAtMs, Date.now() + scheduledAheadMs);
  await ctx.scheduler.runAt(timeMs, internal.apiKeys.jobs.expire, { keyId });
}

/** Throws SCOPE_DENIED for a scope that the key does not hold: no key can make one that may do more than itself. */
export function requireGrantable(holder: Pick<Holder, "key" | "role">, scopes: readonly string[]): void {
  for (const scope of scopes) requireScope(holder, scope);
}

/** When a key that this one makes expires: with it, unless sooner. Throws VALIDATION for a later time. */
export function expiryWithin(maker: Doc<"apiKeys">, askedMs: number | undefined): number | undefined {
  const { expiresAtMs } = maker;
  if (expiresAtMs === undefined || askedMs === undefined) return askedMs ?? expiresAtMs;
  if (askedMs <= expiresAtMs) return askedMs;
  const latest = new Date(expiresAtMs).toISOString();
  throw invalid("expiresAt", `expiresAt: must not be later than ${latest}, when the key expires that makes this one`);
}

/** Throws CONFLICT for a key that stands too far from the person behind it. */
export async function requireMayMakeKeys(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<void> {
  if ((await ancestorsOf(ctx, key)).length < ancestorsMax) return;
  const rule = `at most ${ancestorsMax} keys may have been made one with the other`;
  throw apiError("CONFLICT", `This key can make no further one, as ${rule}; use the key that made it.`);
}
