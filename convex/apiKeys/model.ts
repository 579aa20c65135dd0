import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { invalidKey } from "./credential";
import { includesScope } from "./scopes";

/** Nothing can be scheduled further ahead than five years; a shorter step serves as well. */
const scheduledAheadMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The key with this hash, if it can still be used, and its project. Throws AUTH_INVALID. Reads two documents. `hasEnded`:
 * whether the time of a key is over.
 */
export async function authenticate(
  ctx: QueryCtx,
  keyHash: string,
  hasEnded: (key: Doc<"apiKeys">) => boolean = isExpired,
): Promise<{ key: Doc<"apiKeys">; project: Doc<"projects"> }> {
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", keyHash))
    .unique();
  if (key === null || key.revokedAtMs !== null || hasEnded(key)) throw invalidKey();
  const project = await ctx.db.get("projects", key.projectId);
  if (project === null || project.deletingAtMs !== undefined) throw invalidKey();
  return { key, project };
}

function isExpired({ hasExpired, expiresAtMs }: Doc<"apiKeys">): boolean {
  return hasExpired === true || (expiresAtMs !== undefined && expiresAtMs <= Date.now());
}

/**
 * That the time of a key is over, as its row says it soon after: without a look at the clock, so that what a query finds
 * holds until something is written.
 */
export function isMarkedExpired({ hasExpired }: Doc<"apiKeys">): boolean {
  return hasExpired === true;
}

/** Throws SCOPE_DENIED unless the key holds `scope`. */
export function requireScope(key: Doc<"apiKeys">, scope: string): void {
  if (!includesScope(key.scopes, scope)) throw apiError("SCOPE_DENIED", `The API key lacks the scope ${scope}.`);
}

/** What is known of a key before its row exists. */
export type NewKey = Pick<
  Doc<"apiKeys">,
  "projectId" | "userId" | "name" | "scopes" | "hash" | "prefix" | "expiresAtMs"
>;

export async function createKey(ctx: MutationCtx, key: NewKey): Promise<Id<"apiKeys">> {
  const keyId = await ctx.db.insert("apiKeys", { ...key, revokedAtMs: null });
  if (key.expiresAtMs !== undefined) await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  return keyId;
}

/** Marks the key when its time has come; before, it waits on. */
export async function expireKey(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key?.expiresAtMs === undefined) return;
  if (isExpired(key)) await ctx.db.patch("apiKeys", keyId, { hasExpired: true });
  else await scheduleExpiry(ctx, keyId, key.expiresAtMs);
}

async function scheduleExpiry(ctx: MutationCtx, keyId: Id<"apiKeys">, expiresAtMs: number): Promise<void> {
  const timeMs = Math.min(expiresAtMs, Date.now() + scheduledAheadMs);
  await ctx.scheduler.runAt(timeMs, internal.apiKeys.jobs.expire, { keyId });
}

/** Throws SCOPE_DENIED for a scope that the key does not hold: no key can make one that may do more than itself. */
export function requireGrantable(key: Doc<"apiKeys">, scopes: readonly string[]): void {
  for (const scope of scopes) requireScope(key, scope);
}

/** From the next request on the key is refused, for good. Revoking a revoked key changes nothing. Answers since when. */
export async function revokeKey(ctx: MutationCtx, key: Doc<"apiKeys">): Promise<number> {
  if (key.revokedAtMs !== null) return key.revokedAtMs;
  const revokedAtMs = Date.now();
  await ctx.db.patch("apiKeys", key._id, { revokedAtMs });
  return revokedAtMs;
}
