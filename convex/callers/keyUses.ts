// When and for what each API key was last used, shown at most a second late. A reading request adds a row unless the
// last second has one, so a busy key costs one write a second. Each use is a row of its own, so that concurrent
// requests do not conflict and queries about the key stay valid. The rows of a key are folded into one from time to
// time.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";

/** Rows younger than this are left alone, because transactions may still be adding rows of the same time. */
const settledAfterMs = 60_000;
const foldedPerBatch = 500;

/** `route` is the route of the request as people write it, such as `POST /api/v1/runs/start`, if it had one. */
export async function recordKeyUse(ctx: MutationCtx, keyId: Id<"apiKeys">, route: string | undefined): Promise<void> {
  await ctx.db.insert("apiKeyUses", { keyId, ...omitNullish({ route }) });
}

export interface KeyUse {
  /** In epoch milliseconds. */
  atMs: number;
  route: string | null;
}

const recentMs = 1_000;

/** Whether a use at this time counts as one that happens now. */
export function isRecent(lastUsedMs: number | null): boolean {
  return lastUsedMs !== null && lastUsedMs > Date.now() - recentMs;
}

/** The last use of the key that was recorded. Null when the key has never been used. */
export async function lastUseOf(ctx: QueryCtx, keyId: Id<"apiKeys">): Promise<KeyUse | null> {
  const newest = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_key", (q) => q.eq("keyId", keyId))
    .order("desc")
    .first();
  if (newest !== null) return { atMs: Math.floor(newest._creationTime), route: newest.route ?? null };
  const folded = await lastUseRow(ctx, keyId);
  return folded === null ? null : { atMs: folded.lastUsedAtMs, route: folded.route ?? null };
}

/** Folds one batch of rows, oldest first. Returns whether there may be more. */
export async function compactKeyUses(ctx: MutationCtx): Promise<boolean> {
  const uses = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - settledAfterMs))
    .take(foldedPerBatch);
  // The rows are in order of time, so the last use of each key remains in the map.
  const lastUses = new Map(uses.map((use) => [use.keyId, use]));
  for (const [keyId, { _creationTime, route }] of lastUses) {
    const lastUse = { lastUsedAtMs: Math.floor(_creationTime), ...omitNullish({ route }) };
    const row = await lastUseRow(ctx, keyId);
    if (row === null) await ctx.db.insert("apiKeyLastUses", { keyId, ...lastUse });
    else await ctx.db.replace("apiKeyLastUses", row._id, { keyId, ...lastUse });
  }
  for (const use of uses) await ctx.db.delete("apiKeyUses", use._id);
  return uses.length === foldedPerBatch;
}

async function lastUseRow(ctx: QueryCtx, keyId: Id<"apiKeys">) {
  return await ctx.db
    .query("apiKeyLastUses")
    .withIndex("by_key", (q) => q.eq("keyId", keyId))
    .unique();
}
