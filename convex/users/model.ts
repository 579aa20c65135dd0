import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isNamedByAddress, userOfAccount, userOfIdp, userWithEmail } from "../callers/accounts";
import type { Account } from "../callers/accounts";
import { invalid } from "../lib/errors";
import { given } from "../lib/given";

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

/** What is said of an account. */
interface Said {
  account: Account;
  /** Only a token shows the issuer. */
  by: "token" | "message";
  name: string | null;
  /** Since when it is so, by the provider's clock; null where that is not told. */
  updatedAtMs: number | null;
}

/**
 * Takes over the address and the name of a user, found by their account, else by the address; somebody unknown becomes a
 * user. What is older than what is known changes nothing. An address that another user has stays theirs, and somebody
 * without any address cannot be a user: then the answer is null.
 */
export async function keepCurrent(ctx: MutationCtx, said: Said): Promise<Id<"users"> | null> {
  const { account, name, updatedAtMs } = said;
  const { email } = account;
  const holder = email === null ? null : await userWithEmail(ctx, email);
  const user = (await userOfAccount(ctx, account)) ?? holder;
  if (user === null) return email === null ? null : await insertUser(ctx, said, email);
  if (updatedAtMs !== null && updatedAtMs < (user.idpUpdatedAtMs ?? 0)) return user._id;
  const isFree = holder === null || holder._id === user._id;
  const told = {
    ...(await accountFields(ctx, said, user)),
    email: isFree ? (email ?? user.email) : user.email,
    name: name ?? undefined,
    idpUpdatedAtMs: updatedAtMs ?? user.idpUpdatedAtMs,
  };
  if (!isAsTold(user, told)) await ctx.db.patch("users", user._id, told);
  return user._id;
}

async function insertUser(ctx: MutationCtx, said: Said, email: string): Promise<Id<"users">> {
  const { name, updatedAtMs } = said;
  const { tokenIdentifier, idpUserId } = await accountFields(ctx, said, null);
  return await ctx.db.insert("users", {
    email,
    ...given({ tokenIdentifier, idpUserId, name, idpUpdatedAtMs: updatedAtMs }),
  });
}

type AccountFields = Record<"tokenIdentifier" | "idpUserId", string | undefined>;

/**
 * How a row names its account. After a message that gives it another one, the next token of that account says the issuer.
 * An id that a user of another issuer has stays theirs, so that it names one user.
 */
async function accountFields(
  ctx: QueryCtx,
  { account, by }: Pick<Said, "account" | "by">,
  user: Doc<"users"> | null,
): Promise<AccountFields> {
  const { tokenIdentifier, idpUserId } = account;
  const namesIssuer = by === "token" || user?.tokenIdentifier === tokenIdentifier;
  const isFree = user?.idpUserId === idpUserId || (await userOfIdp(ctx, idpUserId)) === null;
  return {
    tokenIdentifier: namesIssuer ? tokenIdentifier : undefined,
    idpUserId: isFree ? idpUserId : undefined,
  };
}

type Told = AccountFields &
  Pick<Doc<"users">, "email"> & { name: string | undefined; idpUpdatedAtMs: number | undefined };

function isAsTold(user: Doc<"users">, told: Told): boolean {
  const isSameAccount = user.idpUserId === told.idpUserId && user.tokenIdentifier === told.tokenIdentifier;
  const isSamePerson = user.email === told.email && user.name === told.name;
  return isSameAccount && isSamePerson && user.idpUpdatedAtMs === told.idpUpdatedAtMs;
}

/**
 * Found by the account, else by the address, unless that has meanwhile become another person's. Access ends rather too
 * often than too seldom: the id is enough even if the provider's issuer has changed since they signed in.
 */
export async function findDeletedUser(ctx: QueryCtx, account: Account): Promise<Doc<"users"> | null> {
  const user = await userOfAccount(ctx, account);
  if (user !== null) return user;
  const named = await userOfIdp(ctx, account.idpUserId);
  if (named !== null && !isNamedByAddress(named)) return named;
  const holder = account.email === null ? null : await userWithEmail(ctx, account.email);
  return holder !== null && hasNoAccount(holder) ? holder : null;
}

export function hasNoAccount(user: Doc<"users">): boolean {
  return user.idpUserId === undefined && user.tokenIdentifier === undefined;
}
