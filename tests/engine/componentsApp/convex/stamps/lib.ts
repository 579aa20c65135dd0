import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

export const stamp = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => await ctx.db.insert("stamps", { text, ink: process.env["INK"] ?? "none" }),
});

export const list = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("stamps").collect()).map(({ text, ink }) => `${text} in ${ink}`),
});

export const where = query({ args: {}, handler: (ctx) => ctx.meta.getFunctionMetadata() });
