import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isKnownByEmailOnly, userOfAccount, userOfIdp, userWithEmail } from "../callers/accounts";
import type { Account } from "../callers/accounts";
import { invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";

/** Mail cannot be delivered to longer email addresses (RFC 5321). */
const maxEmailLength = 254;

/** Finds or creates the user with this address in any case. Throws VALIDATION that names `field`. */
export async function ensureUser(ctx: MutationCtx, address: string, field: string): Promise<Id<"users">> {
  const email = checkedAddress(address, field);
  const user = await userWithEmail(ctx, email);
  return user?._id ?? (await ctx.db.insert("users", { email }));
}

/** Returns the address trimmed and in lower case. Throws VALIDATION that names `field` when it is not an address. */
function checkedAddress(address: string, field: string): string {
  const email = address.trim().toLowerCase();
  if (email.length > maxEmailLength || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(field, `${field} is not an e-mail address.`);
  }
  return email;
}

/** What a token or a message of the identity provider says about an account. */
interface AccountNews {
  account: Account;
  /** Only a token proves the issuer of the account. */
  by: "token" | "message";
  name: string | null;
  /** The time of the last change at the provider, by its clock. Null when the provider does not say. */
  updatedAtMs: number | null;
}

/**
 * Brings the address and the name of a user up to date. The user is found by their account, otherwise by the address;
 * an unknown person becomes a new user. News that is older than the user's row changes nothing. An address that belongs
 * to another user stays with that user. Returns null for an unknown person without an address, because every user has
 * one.
 */
export async function updateFromAccount(ctx: MutationCtx, news: AccountNews): Promise<Id<"users"> | null> {
  const { account, name, updatedAtMs } = news;
  const { email } = account;
  const holder = email === null ? null : await userWithEmail(ctx, email);
  const user = (await userOfAccount(ctx, account)) ?? holder;
  if (user === null) return email === null ? null : await insertUser(ctx, news, email);
  if (updatedAtMs !== null && updatedAtMs < (user.idpUpdatedAtMs ?? 0)) return user._id;
  const isFree = holder === null || holder._id === user._id;
  const fields = {
    ...(await accountFields(ctx, news, user)),
    email: isFree ? (email ?? user.email) : user.email,
    name: name ?? undefined,
    idpUpdatedAtMs: updatedAtMs ?? user.idpUpdatedAtMs,
  };
  if (!isUpToDate(user, fields)) await ctx.db.patch("users", user._id, fields);
  return user._id;
}

async function insertUser(ctx: MutationCtx, news: AccountNews, email: string): Promise<Id<"users">> {
  const { name, updatedAtMs } = news;
  const { tokenIdentifier, idpUserId } = await accountFields(ctx, news, null);
  return await ctx.db.insert("users", {
    email,
    ...omitNullish({ tokenIdentifier, idpUserId, name, idpUpdatedAtMs: updatedAtMs }),
  });
}

type AccountFields = Record<"tokenIdentifier" | "idpUserId", string | undefined>;

/**
 * Returns the fields with which a user's row names its account. When a message names another account than the row does,
 * the issuer stays undefined until that account's next token proves it. An id that a user of another issuer has stays
 * with that user, so that an id never names two users.
 */
async function accountFields(
  ctx: QueryCtx,
  { account, by }: Pick<AccountNews, "account" | "by">,
  user: Doc<"users"> | null,
): Promise<AccountFields> {
  const { tokenIdentifier, idpUserId } = account;
  const namesIssuer = by === "token" || user?.tokenIdentifier === tokenIdentifier;
  const isFree = user?.idpUserId === idpUserId || (await userOfIdp(ctx, idpUserId)) === null;
  return { tokenIdentifier: namesIssuer ? tokenIdentifier : undefined, idpUserId: isFree ? idpUserId : undefined };
}

type UserFields = AccountFields &
  Pick<Doc<"users">, "email"> & { name: string | undefined; idpUpdatedAtMs: number | undefined };

function isUpToDate(user: Doc<"users">, fields: UserFields): boolean {
  const isSameAccount = user.idpUserId === fields.idpUserId && user.tokenIdentifier === fields.tokenIdentifier;
  const isSamePerson = user.email === fields.email && user.name === fields.name;
  return isSameAccount && isSamePerson && user.idpUpdatedAtMs === fields.idpUpdatedAtMs;
}

/**
 * Finds the user whom the provider has deleted: by the account, otherwise by the id, otherwise by the address if the
 * user with that address has no account. In doubt a person loses access: the id is enough even if the provider's issuer
 * has changed since the person signed in.
 */
export async function findUserDeletedByProvider(ctx: QueryCtx, account: Account): Promise<Doc<"users"> | null> {
  const user = await userOfAccount(ctx, account);
  if (user !== null) return user;
  const named = await userOfIdp(ctx, account.idpUserId);
  if (named !== null && !isKnownByEmailOnly(named)) return named;
  const holder = account.email === null ? null : await userWithEmail(ctx, account.email);
  return holder !== null && hasNoAccount(holder) ? holder : null;
}

export function hasNoAccount(user: Doc<"users">): boolean {
  return user.idpUserId === undefined && user.tokenIdentifier === undefined;
}
