// Whose account it is that a token, or a message of the identity provider, speaks of. An account is a subject of an
// issuer: the same subject of another issuer may be somebody else, who perhaps chose it for that reason, so a subject
// alone gives nobody a user. Rows of before issuers were kept, and those that only messages have told of, name none yet.
import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export interface Account {
  /** `issuer|subject`, the issuer always spelt the same. */
  tokenIdentifier: string;
  /** The subject, which is also the id in the provider's messages. */
  idpUserId: string;
  /** The address that they have proved to be theirs, folded to lower case; null for none. */
  email: string | null;
}

export function accountOfToken(identity: UserIdentity): Account {
  const { issuer, subject, email, emailVerified } = identity;
  const proved = (emailVerified === true && email?.trim().toLowerCase()) || null;
  return { tokenIdentifier: identifier(issuer, subject), idpUserId: subject, email: proved };
}

/** Messages come from the provider whose tokens sign people in. */
export function accountOfMessage({ idpUserId, email }: Pick<Account, "idpUserId" | "email">): Account {
  return { tokenIdentifier: providersIdentifier(idpUserId), idpUserId, email };
}

/** The user whose account it is: by issuer and subject, else a row with this subject that is surely theirs. */
export async function userOfAccount(ctx: QueryCtx, account: Account): Promise<Doc<"users"> | null> {
  const bound = await ctx.db
    .query("users")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", account.tokenIdentifier))
    .unique();
  if (bound !== null) return bound;
  const named = await userOfIdp(ctx, account.idpUserId);
  return named !== null && isSurelyOf(named, account) ? named : null;
}

export async function userOfIdp(ctx: QueryCtx, idpUserId: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_idp_user_id", (q) => q.eq("idpUserId", idpUserId))
    .unique();
}

/** `email` is folded already. */
export async function userWithEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Whether somebody's account is a token of the deployment's own, which names people by their address. Of such a row the
 * subject says nothing: everybody knows it, and the issuer changes with the port.
 */
export function isNamedByAddress(user: Doc<"users">): boolean {
  return user.idpUserId === user.email;
}

/** Of a row with the subject of the account, which names another issuer or none. */
function isSurelyOf(user: Doc<"users">, { tokenIdentifier, idpUserId, email }: Account): boolean {
  if (user.email === email) return true;
  const isProviders = tokenIdentifier === providersIdentifier(idpUserId);
  return isProviders && user.tokenIdentifier === undefined && !isNamedByAddress(user);
}

function providersIdentifier(subject: string): string {
  return identifier(process.env["IDP_ISSUER"] ?? "", subject);
}

/** Deployments take an issuer with or without its scheme and the slash at the end. */
function identifier(issuer: string, subject: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
  return `${withScheme.replace(/\/$/, "")}|${subject}`;
}
