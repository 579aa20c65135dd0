// Ends the keys and invitations that were made with a key, and the keys of a person who leaves the project. All of them
// stop working even without this, as callers/keyStanding.ts explains. This code marks them, so that lists show it and
// so that the keys stay invalid even if the person joins again. The work is done in batches, the first one in the
// transaction that revokes the key or removes the member.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";
import { scheduleExpiry } from "./model";
import { isExpired } from "../callers/keyStanding";

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
  return { revokedAtMs, endedKeys: await endWhatItMade(ctx, key._id) };
}

/** Marks the key as expired when its time has come. When the time has not come yet, the check is scheduled again. */
export async function expireKey(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key?.expiresAtMs === undefined) return;
  if (!isExpired(key)) return await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  await ctx.db.patch("apiKeys", keyId, { hasExpired: true });
  await endWhatItMade(ctx, keyId);
}

/**
 * Ends one batch of the keys and invitations that a key made, and schedules the rest. Returns how many keys it has
 * ended.
 */
export async function endWhatItMade(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<number> {
  const room = roomFor(rowsPerBatch);
  const endedKeys = await endMadeBy(ctx, room, keyId);
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.endWhatItMade, { keyId });
  return endedKeys;
}

/**
 * Revokes the keys that a key made, and before each of them the keys that it made in turn. The order matters because
 * keys are found through the key that made them only while that one is not revoked.
 */
async function endMadeBy(ctx: MutationCtx, room: Room, keyId: Id<"apiKeys">): Promise<number> {
  const invitations = ctx.db.query("projectInvitations").withIndex("by_key", (q) => q.eq("invitedWithKeyId", keyId));
  await removeInto(room, invitations, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  const keys = ctx.db
    .query("apiKeys")
    .withIndex("by_maker_and_revocation", (q) => q.eq("madeByKeyId", keyId).eq("revokedAtMs", null));
  let endedKeys = 0;
  await removeInto(room, keys, async ({ _id }) => {
    endedKeys += await endMadeBy(ctx, room, _id);
    if (isFull(room)) return;
    await markRevoked(ctx, _id);
    endedKeys += 1;
  });
  return endedKeys;
}

/** The keys of one person in one project. */
interface Holding {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/**
 * Revokes one batch of the keys of a person who has left the project, and schedules the rest. Returns how many keys it
 * has revoked.
 */
export async function revokeHeld(ctx: MutationCtx, { projectId, userId }: Holding): Promise<number> {
  const room = roomFor(rowsPerBatch);
  // Keys that were made with these keys belong to the same person, so this list contains them too.
  const keys = await heldBefore(ctx, { projectId, userId });
  await removeInto(room, keys, async ({ _id }) => void (await markRevoked(ctx, _id)));
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.revokeHeld, { projectId, userId });
  return rowsPerBatch - room.rows;
}

/**
 * Reads the keys that the person had before leaving. A person who joins again before the last batch may have made new
 * keys, and those stay.
 */
async function heldBefore(ctx: MutationCtx, { projectId, userId }: Holding): Promise<AsyncIterable<Doc<"apiKeys">>> {
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
