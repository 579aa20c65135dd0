// Text searches inside mutations: they see the transaction's own writes.
import { internalMutationGeneric as internalMutation, makeFunctionReference } from "convex/server";
import { mutationGeneric as mutation } from "convex/server";
import { type GenericId, v } from "convex/values";
import { build } from "./reads";

const change = v.union(
  v.object({ kind: v.literal("insert"), value: v.any() }),
  v.object({ kind: v.literal("patch"), id: v.string(), set: v.any() }),
  v.object({ kind: v.literal("delete"), id: v.string() }),
);

export const changeThenSearch = mutation({
  args: { changes: v.array(change), read: v.any() },
  handler: async (ctx, { changes, read }) => {
    for (const one of changes) {
      if (one.kind === "insert") await ctx.db.insert("notes", one.value);
      else if (one.kind === "patch") await ctx.db.patch(one.id as GenericId<"notes">, one.set);
      else await ctx.db.delete(one.id as GenericId<"notes">);
    }
    return await build(ctx, read).collect();
  },
});

export const insertAndFail = internalMutation({
  args: { value: v.any() },
  handler: async (ctx, { value }) => {
    await ctx.db.insert("notes", value);
    throw new Error("on purpose");
  },
});

/** Searches after a nested mutation has written and failed. Its writes must not be found. */
export const failNestedThenSearch = mutation({
  args: { value: v.any(), read: v.any() },
  handler: async (ctx, { value, read }) => {
    await ctx.runMutation(makeFunctionReference<"mutation">("search:insertAndFail"), { value }).catch(() => undefined);
    return await build(ctx, read).collect();
  },
});
