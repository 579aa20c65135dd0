// Finds the user of an account: an issuer with a subject. A subject alone is not enough, as a different person may have
// the same one at another issuer, perhaps on purpose. Rows known only from messages name no issuer.
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

/** The user with this issuer and subject, or else one with the subject if the row surely belongs to the account. */
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

/** Tokens of the deployment itself name people by address: their subject proves nothing, as everybody knows it. */
export function isKnownByEmailOnly(user: Doc<"users">): boolean {
  return user.idpUserId === user.email;
}

/** Whether a row with the account's subject certainly belongs to it, although it names another issuer or none. */
function isSurelyOf(user: Doc<"users">, { tokenIdentifier, idpUserId, email }: Account): boolean {
  if (user.email === email) return true;
  const isProviders = tokenIdentifier === providersIdentifier(idpUserId);
  return isProviders && user.tokenIdentifier === undefined && !isKnownByEmailOnly(user);
}

function providersIdentifier(subject: string): string {
  return identifier(process.env["IDP_ISSUER"] ?? "", subject);
}

/** Builds `issuer|subject`. A deployment may configure the issuer with or without its scheme and a slash at the end. */
function identifier(issuer: string, subject: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
  return `${withScheme.replace(/\/$/, "")}|${subject}`;
}
