// Marks the keys and invitations that a key has made, and the keys of a person who leaves, as ended. They stop working
// even without the mark (callers/credentialValidity.ts), but lists show it, and the keys stay invalid even if the
// person joins again. The first batch is in the transaction of the cause.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { scheduleExpiry } from "./model";
import { isExpired } from "../callers/credentialValidity";

const rowsPerBatch = 200;

/** The time at which a key was revoked, and how many other keys this transaction has revoked with it. */
interface Revoked {
  revokedAtMs: number;
  endedKeys: number;
}

/** Revokes a key for good: every further request with it is refused. Revoking a revoked key changes nothing. */
export async function revokeKey(ctx: MutationCtx, key: Doc<"apiKeys">): Promise<Revoked> {
  if (key.revokedAtMs !== null) return { revokedAtMs: key.revokedAtMs, endedKeys: 0 };
  const revokedAtMs = await markRevoked(ctx, key._id);
  return { revokedAtMs, endedKeys: await revokeDescendants(ctx, key._id) };
}

/** Ends a key whose place another one took: at once without grace, and otherwise by its expiry. */
export async function endAfterGrace(
  ctx: MutationCtx,
  old: Doc<"apiKeys">,
  replacedByKeyId: Id<"apiKeys">,
  graceMs: number,
): Promise<void> {
  const graceEndsAtMs = Date.now() + graceMs;
  const expiresAtMs = Math.min(graceEndsAtMs, old.expiresAtMs ?? graceEndsAtMs);
  await ctx.db.patch("apiKeys", old._id, { replacedByKeyId, expiresAtMs, expiryNotice: "day" });
  if (graceMs === 0) await revokeKey(ctx, old);
  else await scheduleExpiry(ctx, old._id, expiresAtMs);
}

/**
 * Marks the key as expired when its time has come, or as revoked when another key took its place. When the time has not
 * come yet, the check is scheduled again.
 */
export async function expireKey(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key?.expiresAtMs === undefined) return;
  if (!isExpired(key)) return await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  if (key.replacedByKeyId === undefined) await ctx.db.patch("apiKeys", keyId, { hasExpired: true });
  else if (key.revokedAtMs === null) await markRevoked(ctx, keyId);
  await revokeDescendants(ctx, keyId);
}

/** Ends one batch of what a key made, keys and invitations, and schedules the rest. Returns the number of keys. */
export async function revokeDescendants(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<number> {
  const budget = batchBudget(rowsPerBatch);
  const endedKeys = await revokeChildren(ctx, budget, keyId);
  if (isSpent(budget)) await ctx.scheduler.runAfter(0, internal.apiKeys.scheduled.revokeDescendants, { keyId });
  return endedKeys;
}

/** Revokes the keys that a key made, the deepest first: they are found only while their maker is not revoked. */
async function revokeChildren(ctx: MutationCtx, budget: BatchBudget, keyId: Id<"apiKeys">): Promise<number> {
  const invitations = ctx.db.query("projectInvitations").withIndex("by_key", (q) => q.eq("invitedWithKeyId", keyId));
  await removeWithin(budget, invitations, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  const keys = ctx.db
    .query("apiKeys")
    .withIndex("by_maker_and_revocation", (q) => q.eq("madeByKeyId", keyId).eq("revokedAtMs", null));
  let endedKeys = 0;
  await removeWithin(budget, keys, async ({ _id }) => {
    endedKeys += await revokeChildren(ctx, budget, _id);
    if (isSpent(budget)) return;
    await markRevoked(ctx, _id);
    endedKeys += 1;
  });
  return endedKeys;
}

interface FormerMember {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** Revokes one batch of the keys of a person who has left, and schedules the rest. Returns the number of keys. */
export async function revokeKeysOfMember(ctx: MutationCtx, { projectId, userId }: FormerMember): Promise<number> {
  const budget = batchBudget(rowsPerBatch);
  // Keys that were made with these keys belong to the same person, so this list contains them too.
  const keys = await keysBeforeLeaving(ctx, { projectId, userId });
  await removeWithin(budget, keys, async ({ _id }) => void (await markRevoked(ctx, _id)));
  if (isSpent(budget))
    await ctx.scheduler.runAfter(0, internal.apiKeys.scheduled.revokeKeysOfMember, { projectId, userId });
  return rowsPerBatch - budget.rows;
}

/** The keys from before the person left. Keys made after joining again, before the last batch, must stay. */
async function keysBeforeLeaving(
  ctx: MutationCtx,
  { projectId, userId }: FormerMember,
): Promise<AsyncIterable<Doc<"apiKeys">>> {
  const member = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_user", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .unique();
  const beforeMs = member?._creationTime ?? Number.MAX_SAFE_INTEGER;
  return ctx.db
    .query("apiKeys")
    .withIndex("by_holder_and_revocation", (q) =>
      q.eq("projectId", projectId).eq("userId", userId).eq("revokedAtMs", null).lt("_creationTime", beforeMs),
    );
}

/** Marks only this key as revoked; the keys that were made with it do not change. */
export async function markRevoked(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<number> {
  const revokedAtMs = Date.now();
  await ctx.db.patch("apiKeys", keyId, { revokedAtMs });
  return revokedAtMs;
}
