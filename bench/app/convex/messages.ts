import { mutationGeneric } from "convex/server";
import type { GenericId } from "convex/values";
import { v } from "convex/values";

export const send = mutationGeneric({
  args: { channel: v.string(), text: v.string(), sequence: v.number() },
  handler: async (ctx, message): Promise<GenericId<"messages">> => await ctx.db.insert("messages", message),
});
