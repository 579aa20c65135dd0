// Creates or updates the user who signs in. callers/accounts.ts finds the user of an account. An email address creates
// a user, or connects the account with the user who has that address, only if the provider says that the address is
// verified: anybody can type in the address of another person. For the same reason a sign-in never takes an address
// from a user who has another account at the provider. Only a message of the provider can do that (updateFromAccount).
import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { hasDeparted } from "./departure";
import { acceptInvitations } from "../members/acceptInvitations";
import { accountOfToken, isKnownByEmailOnly, userOfAccount, userWithEmail } from "../callers/accounts";
import { hasNoAccount, updateFromAccount } from "./model";

/**
 * May be called any number of times. Throws FORBIDDEN when the person has no verified address, and CONFLICT when the
 * address belongs to a user with another account. Throws AUTH_INVALID when the provider has deleted the person, whose
 * token may not have expired yet.
 */
export async function signInUser(ctx: MutationCtx, identity: UserIdentity): Promise<Doc<"users">> {
  const account = accountOfToken(identity);
  const { idpUserId, email } = account;
  if (await hasDeparted(ctx, idpUserId)) throw apiError("AUTH_INVALID", "The signed-in user has been deleted.");
  const known = await userOfAccount(ctx, account);
  if (known === null) await requireUnclaimed(ctx, email);
  const name = fullName(identity) ?? known?.name ?? null;
  const userId = await updateFromAccount(ctx, { account, by: "token", name, updatedAtMs: null });
  const user = userId === null ? null : await ctx.db.get("users", userId);
  if (user === null) throw apiError("FORBIDDEN", "Only somebody with a verified e-mail address can become a user.");
  if (user.email === email) await acceptInvitations(ctx, user);
  return user;
}

/** Throws CONFLICT when another account has the address. Accounts of the deployment's own tokens may be replaced. */
async function requireUnclaimed(ctx: MutationCtx, email: string | null): Promise<void> {
  const holder = email === null ? null : await userWithEmail(ctx, email);
  if (holder === null || hasNoAccount(holder) || isKnownByEmailOnly(holder)) return;
  throw apiError("CONFLICT", `${email} belongs to a user who signs in with another account.`);
}

function fullName({ name, givenName, familyName }: UserIdentity): string | null {
  const parts = [givenName, familyName].map((part) => part?.trim() ?? "");
  return name?.trim() || parts.filter((part) => part !== "").join(" ") || null;
}
