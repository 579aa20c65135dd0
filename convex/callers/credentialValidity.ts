// Whether an API key is still valid, and with which role. A key never allows more than the person for whom it was made
// may do now: each request reads that person's membership and role in its own transaction. So nothing else must happen
// when a member is removed or gets another role. A key that was made with another key is valid only while that one is.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Role } from "./membership";

/** The longest chain of keys between a key and the person who holds it. Each request with the key reads all of them. */
export const maxAncestors = 8;

/** What is alike in keys and runner tokens: who made them, and how they end. */
type CredentialField =
  | "_creationTime"
  | "projectId"
  | "userId"
  | "madeByKeyId"
  | "revokedAtMs"
  | "expiresAtMs"
  | "hasExpired";
export type Credential = Pick<Doc<"apiKeys">, CredentialField>;

export type HasEnded = (credential: Credential) => boolean;

export function isExpired({ hasExpired, expiresAtMs }: Pick<Credential, "hasExpired" | "expiresAtMs">): boolean {
  return hasExpired === true || (expiresAtMs !== undefined && expiresAtMs <= Date.now());
}

/** An expired key is marked soon. The mark is read, not the clock, so that the platform can keep query results. */
export function isMarkedExpired({ hasExpired }: Pick<Credential, "hasExpired">): boolean {
  return hasExpired === true;
}

/** The role of the person for whom the key or token was made. Null when it is not valid any more. */
export async function effectiveRole(
  ctx: QueryCtx,
  key: Credential,
  hasEnded: HasEnded = isExpired,
): Promise<Role | null> {
  if (!isActive(key, hasEnded)) return null;
  for (const ancestor of await ancestorsOf(ctx, key))
    if (ancestor === null || !isActive(ancestor, hasEnded)) return null;
  return await roleOfHolder(ctx, key);
}

/** The holder's role. Null when the person has left since the key was made, even if they have joined again. */
export async function roleOfHolder(ctx: QueryCtx, key: Omit<Credential, "revokedAtMs">): Promise<Role | null> {
  const member = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_user", (q) => q.eq("projectId", key.projectId).eq("userId", key.userId))
    .unique();
  return member === null || key._creationTime < member._creationTime ? null : member.role;
}

/** The keys between a key and its holder, the nearest first. Null in place of a key that was deleted. */
export async function ancestorsOf(
  ctx: QueryCtx,
  key: Pick<Credential, "madeByKeyId">,
): Promise<(Doc<"apiKeys"> | null)[]> {
  const ancestors: (Doc<"apiKeys"> | null)[] = [];
  let id = key.madeByKeyId;
  while (id !== undefined && ancestors.length <= maxAncestors) {
    const ancestor = await ctx.db.get("apiKeys", id);
    ancestors.push(ancestor);
    id = ancestor?.madeByKeyId;
  }
  return ancestors;
}

function isActive(key: Credential, hasEnded: HasEnded): boolean {
  return key.revokedAtMs === null && !hasEnded(key);
}
