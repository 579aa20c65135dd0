// What a sign-in does to the rows of a user. Whose account it is, callers/accounts.ts says. An address makes
// somebody a user, or the user that the address already belongs to, only if the provider says that they have proved it
// to be theirs: anybody can type in somebody else's. For the same reason the address of a user with another account at
// the provider is not handed over here; the provider's own message can do that, see keepCurrent.
import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { hasDeparted } from "./departed";
import { acceptInvitations } from "../members/invitations";
import { accountOfToken, isNamedByAddress, userOfAccount, userWithEmail } from "../callers/accounts";
import { hasNoAccount, keepCurrent } from "./model";

/**
 * Any number of times. Throws FORBIDDEN without a verified address, CONFLICT when another account has it, and AUTH_INVALID
 * for somebody whom the provider has deleted, whose token is merely not expired yet.
 */
export async function signInUser(ctx: MutationCtx, identity: UserIdentity): Promise<Doc<"users">> {
  const account = accountOfToken(identity);
  const { idpUserId, email } = account;
  if (await hasDeparted(ctx, idpUserId)) throw apiError("AUTH_INVALID", "Who is signed in has been deleted.");
  const known = await userOfAccount(ctx, account);
  if (known === null) await requireUnclaimed(ctx, email);
  const name = fullName(identity) ?? known?.name ?? null;
  const userId = await keepCurrent(ctx, { account, by: "token", name, updatedAtMs: null });
  const user = userId === null ? null : await ctx.db.get("users", userId);
  if (user === null) throw apiError("FORBIDDEN", "Only somebody with a verified e-mail address can become a user.");
  if (user.email === email) await acceptInvitations(ctx, user);
  return user;
}

/** A deployment that gives tokens itself names people in them by their address: such an account gives way to any other. */
async function requireUnclaimed(ctx: MutationCtx, email: string | null): Promise<void> {
  const holder = email === null ? null : await userWithEmail(ctx, email);
  if (holder === null || hasNoAccount(holder) || isNamedByAddress(holder)) return;
  throw apiError("CONFLICT", `${email} belongs to a user who signs in with another account.`);
}

function fullName({ name, givenName, familyName }: UserIdentity): string | null {
  const parts = [givenName, familyName].map((part) => part?.trim() ?? "");
  return name?.trim() || parts.filter((part) => part !== "").join(" ") || null;
}
