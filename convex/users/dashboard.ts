import { mutation } from "../_generated/server";
import { requireIdentity } from "../dashboard/identity";
import { presentUser } from "./present";
import type { UserView } from "./present";
import { signInUser } from "./signIn";

/** Called after each login, before anything else: makes who is signed in a user, or keeps their name and address. */
export const signIn = mutation({
  args: {},
  handler: async (ctx): Promise<UserView> => presentUser(await signInUser(ctx, await requireIdentity(ctx))),
});
