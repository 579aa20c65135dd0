// Whether a key is still good, and what for. No key outlives the right of the person for whom it was made: their
// membership and role are read beside the key in the transaction of each request, so that nothing has to be remembered
// when somebody is removed or gets another role. A key that was made with a key is good as long as that one is.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Role } from "./membership";

/** So many keys may stand between a key and the person behind it: each request of it reads all of them. */
export const ancestorsMax = 8;

/** Whether the time of a key is over. */
export type HasEnded = (key: Doc<"apiKeys">) => boolean;

export function isExpired({ hasExpired, expiresAtMs }: Doc<"apiKeys">): boolean {
  return hasExpired === true || (expiresAtMs !== undefined && expiresAtMs <= Date.now());
}

/**
 * That the time of a key is over, as its row says it soon after: without a look at the clock, so that what a query finds
 * holds until something is written.
 */
export function isMarkedExpired({ hasExpired }: Doc<"apiKeys">): boolean {
  return hasExpired === true;
}

/** The role of the person behind a key; null when the key is not good any more. */
export async function roleBehind(
  ctx: QueryCtx,
  key: Doc<"apiKeys">,
  hasEnded: HasEnded = isExpired,
): Promise<Role | null> {
  if (!isGood(key, hasEnded)) return null;
  for (const ancestor of await ancestorsOf(ctx, key)) if (ancestor === null || !isGood(ancestor, hasEnded)) return null;
  return await roleOfHolder(ctx, key);
}

/** Null for who is no member any more, and also for who has become one again since: their earlier keys stay ended. */
export async function roleOfHolder(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<Role | null> {
  const member = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_user", (q) => q.eq("projectId", key.projectId).eq("userId", key.userId))
    .unique();
  return member === null || key._creationTime < member._creationTime ? null : member.role;
}

/** The keys between a key and the person behind it, the nearest first; null in place of one that is gone. */
export async function ancestorsOf(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<(Doc<"apiKeys"> | null)[]> {
  const ancestors: (Doc<"apiKeys"> | null)[] = [];
  let id = key.madeByKeyId;
  while (id !== undefined && ancestors.length <= ancestorsMax) {
    const ancestor = await ctx.db.get("apiKeys", id);
    ancestors.push(ancestor);
    id = ancestor?.madeByKeyId;
  }
  return ancestors;
}

function isGood(key: Doc<"apiKeys">, hasEnded: HasEnded): boolean {
  return key.revokedAtMs === null && !hasEnded(key);
}
