// Finds the user of an account that a token, or a message of the identity provider, names. An account is an issuer
// together with a subject. The same subject at another issuer may be a different person, who perhaps chose it on
// purpose, so a subject alone is not enough to find a user. Rows from before issuers were stored name no issuer, and
// neither do rows known only from messages.
import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export interface Account {
  /** `issuer|subject`, with the issuer in one fixed spelling. */
  tokenIdentifier: string;
  /** The subject, which is also the id in the provider's messages. */
  idpUserId: string;
  /** The verified email address in lower case. Null when there is none. */
  email: string | null;
}

export function accountOfToken(identity: UserIdentity): Account {
  const { issuer, subject, email, emailVerified } = identity;
  const proved = (emailVerified === true && email?.trim().toLowerCase()) || null;
  return { tokenIdentifier: identifier(issuer, subject), idpUserId: subject, email: proved };
}

/** The account that a message names. Messages come from the provider that signs people in. */
export function accountOfMessage({ idpUserId, email }: Pick<Account, "idpUserId" | "email">): Account {
  return { tokenIdentifier: providersIdentifier(idpUserId), idpUserId, email };
}

/**
 * Finds the user of an account by issuer and subject. Otherwise returns a row with the same subject if it certainly
 * belongs to the account.
 */
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

/** `email` must be in lower case already. */
export async function userWithEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Whether the user signs in with a token that the deployment itself has issued. Such tokens name people by their email
 * address. The subject then proves nothing: everybody knows it, and the issuer changes with the port.
 */
export function isNamedByAddress(user: Doc<"users">): boolean {
  return user.idpUserId === user.email;
}

/**
 * Whether a row with the account's subject certainly belongs to the account, although it names another issuer or none.
 */
function isSurelyOf(user: Doc<"users">, { tokenIdentifier, idpUserId, email }: Account): boolean {
  if (user.email === email) return true;
  const isProviders = tokenIdentifier === providersIdentifier(idpUserId);
  return isProviders && user.tokenIdentifier === undefined && !isNamedByAddress(user);
}

function providersIdentifier(subject: string): string {
  return identifier(process.env["IDP_ISSUER"] ?? "", subject);
}

/** Builds `issuer|subject`. A deployment may configure the issuer with or without its scheme and a slash at the end. */
function identifier(issuer: string, subject: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
  return `${withScheme.replace(/\/$/, "")}|${subject}`;
}
