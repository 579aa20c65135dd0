import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { clearOldFiles as clearFilesBatch, clearSandbox } from "./clearing";

export const clear = internalMutation({
  args: { sandboxId: v.id("sandboxes") },
  handler: async (ctx, { sandboxId }): Promise<null> => {
    await clearSandbox(ctx, sandboxId);
    return null;
  },
});

export const clearOldFiles = internalMutation({
  args: { sandboxId: v.id("sandboxes"), report: v.number() },
  handler: async (ctx, { sandboxId, report }): Promise<null> => {
    await clearFilesBatch(ctx, sandboxId, report);
    return null;
  },
});
