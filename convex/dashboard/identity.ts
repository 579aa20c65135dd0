// Finds the user of a token. The deployment has verified the token.
import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { accountOfToken, userOfAccount } from "../callers/accounts";

export async function requireIdentity(ctx: QueryCtx): Promise<UserIdentity> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) throw apiError("AUTH_MISSING", "Nobody is signed in.");
  return identity;
}

/** Throws AUTH_MISSING, and AUTH_INVALID when the token belongs to no user, or to one who was removed. */
export async function currentUser(ctx: QueryCtx): Promise<Doc<"users">> {
  const user = await userOfAccount(ctx, accountOfToken(await requireIdentity(ctx)));
  if (user === null)
    throw apiError("AUTH_INVALID", "The signed-in person is not a user yet; call users/dashboard:signIn first.");
  return user;
}
