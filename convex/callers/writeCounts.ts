// Counts the writes of each key, in the row that records the use of the key, which every write makes anyway. Each row
// has the number of writes in its minute, so that a write reads one row more, the newest. Writes that happen at the
// same time would conflict over it. So the limit is divided among as many lanes as there are shards of sums: a write
// takes any lane, and another one when that is full. The limits of the lanes add up to the limit of the key, which is
// thus never exceeded, and no write is refused while a lane has room.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { maxShards, randomShard, shardCount } from "../lib/sums";
import { minuteMs } from "../lib/times";
import { recordKeyUse } from "./keyUses";
import { limitOf, minuteAt, quotaOf, rateLimited } from "./quotas";
import type { Minute, Quota } from "./quotas";

type KeyId = Id<"apiKeys">;

/** Records a use that writes, and counts it. Null without a limit. Throws RATE_LIMITED, and then it is not counted. */
export async function countWrite(ctx: MutationCtx, keyId: KeyId, route: string | undefined): Promise<Quota | null> {
  const limit = limitOf("writes");
  if (limit === 0) {
    await recordKeyUse(ctx, keyId, route);
    return null;
  }
  const nowMs = Date.now();
  const lanes = shardCount();
  const first = randomShard();
  let resetsAtMs = Infinity;
  for (let passed = 0; passed < lanes; passed++) {
    const lane = (first + passed) % lanes;
    const minute = minuteAt(await newestMinute(ctx, keyId, lane), nowMs);
    const share = shareOf(limit, lanes, lane);
    if (minute.count < share) {
      const counted = { ...minute, count: minute.count + 1 };
      await ctx.db.insert("apiKeyUses", { keyId, ...omitNullish({ route }), lane, minute: counted });
      return quotaOf("writes", limit, { ...counted, count: estimated(counted.count, lanes, limit) });
    }
    if (share > 0) resetsAtMs = Math.min(resetsAtMs, minute.sinceMs + minuteMs);
  }
  throw rateLimited({ name: "writes", limit, remaining: 0, resetsAtMs });
}

/** What a key has left, exactly. It reads all lanes, so only queries use it. Null without a limit. */
export async function readWriteQuota(ctx: QueryCtx, keyId: KeyId): Promise<Quota | null> {
  const limit = limitOf("writes");
  if (limit === 0) return null;
  const nowMs = Date.now();
  const sum: Minute = { sinceMs: nowMs, count: 0 };
  for (let lane = 0; lane < maxShards; lane++) {
    const minute = minuteAt(await newestMinute(ctx, keyId, lane), nowMs);
    sum.count += minute.count;
    sum.sinceMs = Math.min(sum.sinceMs, minute.sinceMs);
  }
  return quotaOf("writes", limit, sum);
}

async function newestMinute(ctx: QueryCtx, keyId: KeyId, lane: number): Promise<Minute | undefined> {
  const newest = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_key_and_lane", (q) => q.eq("keyId", keyId).eq("lane", lane))
    .order("desc")
    .first();
  return newest?.minute;
}

/** Whole numbers that add up to `limit`. */
export function shareOf(limit: number, lanes: number, lane: number): number {
  return Math.floor(limit / lanes) + (lane < limit % lanes ? 1 : 0);
}

/** What the other lanes have counted is not known here; they are taken at random, so each has about as many. */
function estimated(count: number, lanes: number, limit: number): number {
  return Math.min(count * lanes, limit);
}
