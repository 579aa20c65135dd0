// When keys were last used, to the second: a request that reads writes a row when none of its second is there, so that
// a busy key costs one write a second and not one for each request. A use is a row of its own, so that concurrent
// requests of a key have nothing to conflict over and no query of the key itself is invalidated; from time to time the
// rows of each key become one.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** What is younger may still be written at the moment, and is left alone. */
const settledAfterMs = 60_000;
const foldedPerBatch = 500;

export async function noteUse(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<void> {
  await ctx.db.insert("apiKeyUses", { keyId });
}

const secondMs = 1_000;

/** The second that a time falls in, in epoch milliseconds. */
export function secondOf(timeMs: number): number {
  return Math.floor(timeMs / secondMs) * secondMs;
}

/** The second of the last use, in epoch milliseconds; null when the key has not been used. */
export async function lastUseMs(ctx: QueryCtx, keyId: Id<"apiKeys">): Promise<number | null> {
  const newest = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_key", (q) => q.eq("keyId", keyId))
    .order("desc")
    .first();
  if (newest !== null) return secondOf(newest._creationTime);
  return (await folded(ctx, keyId))?.lastUsedAtMs ?? null;
}

/** One batch of rows, oldest first. Whether there may be more. */
export async function foldUses(ctx: MutationCtx): Promise<boolean> {
  const uses = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - settledAfterMs))
    .take(foldedPerBatch);
  // In the order of time, so that the last of each key stays.
  const lastUses = new Map(uses.map((use) => [use.keyId, secondOf(use._creationTime)]));
  for (const [keyId, lastUsedAtMs] of lastUses) {
    const row = await folded(ctx, keyId);
    if (row === null) await ctx.db.insert("apiKeyLastUses", { keyId, lastUsedAtMs });
    else await ctx.db.patch("apiKeyLastUses", row._id, { lastUsedAtMs });
  }
  for (const use of uses) await ctx.db.delete("apiKeyUses", use._id);
  return uses.length === foldedPerBatch;
}

async function folded(ctx: QueryCtx, keyId: Id<"apiKeys">) {
  return await ctx.db
    .query("apiKeyLastUses")
    .withIndex("by_key", (q) => q.eq("keyId", keyId))
    .unique();
}
