import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { apiError, invalid } from "../lib/errors";
import { maxAncestors, ancestorsOf } from "../callers/credentialValidity";
import { requireScope } from "../callers/keys";
import type { KeyHolder } from "../callers/keys";

/** A key may expire later than the five years for which Convex can schedule, so shorter steps are scheduled. */
const scheduledAheadMs = 7 * dayMs;

export type NewKey = Pick<
  Doc<"apiKeys">,
  "projectId" | "userId" | "madeByKeyId" | "name" | "scopes" | "hash" | "prefix" | "expiresAtMs"
>;

export async function createKey(ctx: MutationCtx, key: NewKey): Promise<Id<"apiKeys">> {
  const keyId = await ctx.db.insert("apiKeys", { ...key, revokedAtMs: null });
  if (key.expiresAtMs !== undefined) await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  return keyId;
}

/** The time at which to check whether a key or token has expired. */
export function nextCheckMs(expiresAtMs: number): number {
  return Math.min(expiresAtMs, Date.now() + scheduledAheadMs);
}

export async function scheduleExpiry(ctx: MutationCtx, keyId: Id<"apiKeys">, expiresAtMs: number): Promise<void> {
  await ctx.scheduler.runAt(nextCheckMs(expiresAtMs), internal.apiKeys.jobs.expire, { keyId });
}

/** Throws SCOPE_DENIED for a scope that the key does not hold: no key may make one that can do more than itself. */
export function requireGrantable(holder: Pick<KeyHolder, "key" | "role">, scopes: readonly string[]): void {
  for (const scope of scopes) requireScope(holder, scope);
}

/** The requested expiry, or that of the key `maker`. Throws VALIDATION when the new key would outlive `maker`. */
export function expiryNoLaterThan(maker: Doc<"apiKeys">, askedMs: number | undefined): number | undefined {
  const { expiresAtMs } = maker;
  if (expiresAtMs === undefined || askedMs === undefined) return askedMs ?? expiresAtMs;
  if (askedMs <= expiresAtMs) return askedMs;
  const latest = new Date(expiresAtMs).toISOString();
  throw invalid("expiresAt", `expiresAt must not be later than ${latest}, when the key that makes this one expires.`);
}

/** Throws CONFLICT when the chain of keys between this key and the person for whom it was made is too long. */
export async function requireMayMakeKeys(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<void> {
  if ((await ancestorsOf(ctx, key)).length < maxAncestors) return;
  const rule = `a chain of keys, each made with the previous one, may have at most ${maxAncestors} keys`;
  throw apiError("CONFLICT", `This key cannot make another key: ${rule}. Use the key that made this one.`);
}
