import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { invalid } from "../api/errors";

/** Longer addresses cannot be delivered to (RFC 5321). */
const emailLengthMax = 254;

/** The user with this address, whatever its case; a new one where there is none. `field` is named when it is no address. */
export async function ensureUser(ctx: MutationCtx, address: string, field: string): Promise<Id<"users">> {
  const email = checkedAddress(address, field);
  const user = await userWithEmail(ctx, email);
  return user?._id ?? (await ctx.db.insert("users", { email }));
}

/** Folded, as addresses are kept. Throws VALIDATION naming `field` when it is none. */
function checkedAddress(address: string, field: string): string {
  const email = address.trim().toLowerCase();
  if (email.length > emailLengthMax || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(field, `${field} is not an e-mail address.`);
  }
  return email;
}

/** `email` is folded already. */
export async function userWithEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/** Somebody as the identity provider knows them; `email` is folded to lower case. */
export interface IdpUser {
  idpUserId: string;
  email: string | null;
  name: string | null;
  /** Since when it is so, by the provider's clock; null where that is not told. */
  updatedAtMs: number | null;
}

/**
 * Takes over the address and the name of a user, found by the provider's id, else by the address; somebody unknown
 * becomes a user. What is older than what is known changes nothing. An address that another user has stays theirs, and
 * somebody without any address cannot be a user: then the answer is null.
 */
export async function keepCurrent(
  ctx: MutationCtx,
  { idpUserId, email, name, updatedAtMs }: IdpUser,
): Promise<Id<"users"> | null> {
  const holder = email === null ? null : await userWithEmail(ctx, email);
  const user = (await userOfIdp(ctx, idpUserId)) ?? holder;
  if (user === null) {
    if (email === null) return null;
    const dated = updatedAtMs === null ? {} : { idpUpdatedAtMs: updatedAtMs };
    return await ctx.db.insert("users", { idpUserId, email, ...(name === null ? {} : { name }), ...dated });
  }
  if (updatedAtMs !== null && updatedAtMs < (user.idpUpdatedAtMs ?? 0)) return user._id;
  const isFree = holder === null || holder._id === user._id;
  const told = {
    idpUserId,
    email: isFree ? (email ?? user.email) : user.email,
    name: name ?? undefined,
    idpUpdatedAtMs: updatedAtMs ?? user.idpUpdatedAtMs,
  };
  if (!isAsTold(user, told)) await ctx.db.patch("users", user._id, told);
  return user._id;
}

type Told = Pick<Doc<"users">, "email"> &
  Record<"idpUserId" | "name", string | undefined> & {
    idpUpdatedAtMs: number | undefined;
  };

function isAsTold(user: Doc<"users">, { idpUserId, email, name, idpUpdatedAtMs }: Told): boolean {
  const isSame = user.idpUserId === idpUserId && user.email === email && user.name === name;
  return isSame && user.idpUpdatedAtMs === idpUpdatedAtMs;
}

/** Found by the provider's id, else by the address, unless that has meanwhile become another person's. */
export async function findDeletedUser(
  ctx: QueryCtx,
  { idpUserId, email }: Pick<IdpUser, "idpUserId" | "email">,
): Promise<Doc<"users"> | null> {
  const user = await userOfIdp(ctx, idpUserId);
  if (user !== null || email === null) return user;
  const holder = await userWithEmail(ctx, email);
  return holder?.idpUserId === undefined ? holder : null;
}

/** `idpUserId` is the id in the provider's messages, and the subject of its tokens. */
export async function userOfIdp(ctx: QueryCtx, idpUserId: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_idp_user_id", (q) => q.eq("idpUserId", idpUserId))
    .unique();
}
