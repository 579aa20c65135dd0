// What ends with a key, and the keys that end with somebody's membership. None of it is good any more by then, as
// callers/keyStanding.ts says: this makes it last, whatever becomes of the person, and shows it in the lists. It is done
// in batches, the first of them in the transaction that ends the power.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";
import { scheduleExpiry } from "./model";
import { isExpired } from "../callers/keyStanding";

const rowsPerBatch = 200;

/** Since when a key is revoked, and how many more have been revoked with it in this transaction. */
interface Revoked {
  revokedAtMs: number;
  endedKeys: number;
}

/** From the next request on the key is refused, for good. Revoking a revoked key changes nothing. */
export async function revokeKey(ctx: MutationCtx, key: Doc<"apiKeys">): Promise<Revoked> {
  if (key.revokedAtMs !== null) return { revokedAtMs: key.revokedAtMs, endedKeys: 0 };
  const revokedAtMs = await markRevoked(ctx, key._id);
  return { revokedAtMs, endedKeys: await endWhatItMade(ctx, key._id) };
}

/** Marks the key when its time has come; before, it waits on. */
export async function expireKey(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key?.expiresAtMs === undefined) return;
  if (!isExpired(key)) return await scheduleExpiry(ctx, keyId, key.expiresAtMs);
  await ctx.db.patch("apiKeys", keyId, { hasExpired: true });
  await endWhatItMade(ctx, keyId);
}

/** One batch of the keys and invitations that a key made; the rest, if any, is scheduled. Answers how many keys. */
export async function endWhatItMade(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<number> {
  const room = roomFor(rowsPerBatch);
  const endedKeys = await endMadeBy(ctx, room, keyId);
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.endWhatItMade, { keyId });
  return endedKeys;
}

/** A key is marked after those that it made, which are found through it as long as it is not. */
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

/** Whose keys to which project. */
interface Holding {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** One batch of the keys of somebody who has been removed; the rest, if any, is scheduled. Answers how many. */
export async function revokeHeld(ctx: MutationCtx, { projectId, userId }: Holding): Promise<number> {
  const room = roomFor(rowsPerBatch);
  // Those that were made with them are for the same person.
  const keys = await heldBefore(ctx, { projectId, userId });
  await removeInto(room, keys, async ({ _id }) => void (await markRevoked(ctx, _id)));
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.revokeHeld, { projectId, userId });
  return rowsPerBatch - room.rows;
}

/** Who has come back before the last batch may have made new keys, which are left alone. */
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

/** The key alone. */
export async function markRevoked(ctx: MutationCtx, keyId: Id<"apiKeys">): Promise<number> {
  const revokedAtMs = Date.now();
  await ctx.db.patch("apiKeys", keyId, { revokedAtMs });
  return revokedAtMs;
}
