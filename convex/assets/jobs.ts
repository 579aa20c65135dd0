import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { removeVersions } from "./removal";

export const continueRemoval = internalMutation({
  args: { assetId: v.id("assets") },
  handler: async (ctx, { assetId }): Promise<null> => {
    await removeVersions(ctx, assetId);
    return null;
  },
});
