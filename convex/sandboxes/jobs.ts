import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { killSandboxesOf } from "./ending";
import { sandboxPurpose } from "./schema";
import { endOverdueSandboxes, endSandboxIfOverdue } from "./sweeping";
import { clearOldFiles as clearFilesBatch, clearSandbox } from "./clearing";

export const endOverdue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await endOverdueSandboxes(ctx);
    return null;
  },
});

export const endIfOverdue = internalMutation({
  args: { sandboxId: v.id("sandboxes") },
  handler: async (ctx, { sandboxId }): Promise<null> => {
    const sandbox = await ctx.db.get("sandboxes", sandboxId);
    if (sandbox !== null) await endSandboxIfOverdue(ctx, sandbox);
    return null;
  },
});

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

export const killRest = internalMutation({
  args: { purpose: sandboxPurpose, madeUntil: v.number() },
  handler: async (ctx, { purpose, madeUntil }): Promise<null> => {
    await killSandboxesOf(ctx, purpose, madeUntil);
    return null;
  },
});
