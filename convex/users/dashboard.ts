import { mutation } from "../_generated/server";
import { requireIdentity } from "../dashboard/identity";
import { presentUser } from "./present";
import type { UserView } from "./present";
import { signInUser } from "./signIn";

/** Clients call this after each login, before anything else. It creates the user or updates name and address. */
export const signIn = mutation({
  args: {},
  handler: async (ctx): Promise<UserView> => presentUser(await signInUser(ctx, await requireIdentity(ctx))),
});
