import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { isMarkedExpired } from "../callers/credentialValidity";
import { authenticateToken } from "../callers/runnerTokens";

/**
 * The edge checks a runner token here before it reads the request. This does not read the clock, so that the platform
 * can keep the result; the transaction that does the work checks the token again, with the clock.
 */
export const check = internalQuery({
  args: { tokenHash: v.string() },
  handler: async (ctx, { tokenHash }): Promise<null> => {
    await authenticateToken(ctx, tokenHash, isMarkedExpired);
    return null;
  },
});
