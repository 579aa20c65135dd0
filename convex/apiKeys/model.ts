import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { apiError, invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import { noticeNotNeeded } from "./expiryNotices";
import { maxAncestors, ancestorsOf, effectiveRole } from "../callers/credentialValidity";
import { requireOneOf } from "../callers/keyBounds";
import { requireScope } from "../callers/keys";
import type { KeyHolder } from "../callers/keys";

/** A key may expire later than the five years for which Convex can schedule, so shorter steps are scheduled. */
const scheduledAheadMs = 7 * dayMs;

export type NewKey = Pick<
  Doc<"apiKeys">,
  | "projectId"
  | "userId"
  | "madeByKeyId"
  | "name"
  | "scopes"
  | "preset"
  | "workflowIds"
  | "hash"
  | "prefix"
  | "expiresAtMs"
>;

export async function createKey(ctx: MutationCtx, key: NewKey): Promise<Id<"apiKeys">> {
  const { expiresAtMs } = key;
  const expiryNotice = expiresAtMs === undefined ? undefined : noticeNotNeeded(expiresAtMs);
  const keyId = await ctx.db.insert("apiKeys", { ...key, revokedAtMs: null, ...omitNullish({ expiryNotice }) });
  if (expiresAtMs !== undefined) await scheduleExpiry(ctx, keyId, expiresAtMs);
  return keyId;
}

/** The time at which to check whether a key or token has expired. */
export function nextCheckMs(expiresAtMs: number): number {
  return Math.min(expiresAtMs, Date.now() + scheduledAheadMs);
}

export async function scheduleExpiry(ctx: MutationCtx, keyId: Id<"apiKeys">, expiresAtMs: number): Promise<void> {
  await ctx.scheduler.runAt(nextCheckMs(expiresAtMs), internal.apiKeys.scheduled.expire, { keyId });
}

/** Throws SCOPE_DENIED for a scope that the key does not hold: no key may make one that can do more than itself. */
export function requireGrantable(holder: Pick<KeyHolder, "key" | "role">, scopes: readonly string[]): void {
  for (const scope of scopes) requireScope(holder, scope);
}

/** Throws CONFLICT for a key that has ended or was replaced already, which no other key can replace. */
export async function requireReplaceable(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<void> {
  const name = publicId("apiKeys", key._id);
  if (key.replacedByKeyId !== undefined) throw apiError("CONFLICT", `${name} was replaced already.`);
  if ((await effectiveRole(ctx, key)) === null) throw apiError("CONFLICT", `${name} is revoked or has expired.`);
}

/** Throws SCOPE_DENIED when the key holds more than the caller: scopes, workflows, time, or the caller itself. */
export async function requireHoldsNoMore(ctx: QueryCtx, holder: KeyHolder, key: Doc<"apiKeys">): Promise<void> {
  requireGrantable(holder, key.scopes);
  const { key: calling } = holder;
  const deny = (reason: string) => apiError("SCOPE_DENIED", `${publicId("apiKeys", key._id)} ${reason}.`);
  if (calling.workflowIds !== undefined) {
    if (key.workflowIds === undefined) throw deny("is not bound to workflows, and the calling key is");
    for (const id of key.workflowIds) requireOneOf(calling.workflowIds, id);
  }
  if ((calling.expiresAtMs ?? Infinity) < (key.expiresAtMs ?? Infinity))
    throw deny("expires later than the calling key");
  const ancestors = await ancestorsOf(ctx, calling);
  if (ancestors.some((ancestor) => ancestor?._id === key._id)) throw deny("has made the calling key");
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
export async function requireShortKeyChain(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<void> {
  if ((await ancestorsOf(ctx, key)).length < maxAncestors) return;
  const rule = `a chain of keys, each made with the previous one, may have at most ${maxAncestors} keys`;
  throw apiError("CONFLICT", `This key cannot make another key: ${rule}. Use the key that made this one.`);
}
