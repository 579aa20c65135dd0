// Single operations on documents that are given as arguments. Tests use them on any table.
import { internalMutationGeneric as internalMutation, mutationGeneric as mutation } from "convex/server";
import { queryGeneric as query } from "convex/server";
import { type GenericId, v } from "convex/values";

const table = v.string();
const fields = v.record(v.string(), v.any());

export const insert = mutation({
  args: { table, value: v.any() },
  handler: async (ctx, args): Promise<string> => await ctx.db.insert(args.table, args.value),
});

export const insertMany = mutation({
  args: { table, values: v.array(v.any()) },
  handler: async (ctx, args): Promise<string[]> => {
    const ids: string[] = [];
    for (const value of args.values) ids.push(await ctx.db.insert(args.table, value));
    return ids;
  },
});

/** Arguments cannot contain `undefined`, so the fields to remove are in a separate list. */
export const patch = mutation({
  args: { id: v.string(), set: v.optional(fields), unset: v.optional(v.array(v.string())), table: v.optional(table) },
  handler: async (ctx, args) => {
    const removed = Object.fromEntries((args.unset ?? []).map((name) => [name, undefined]));
    const change = { ...args.set, ...removed };
    if (args.table === undefined) await ctx.db.patch(args.id as GenericId<string>, change);
    else await ctx.db.patch(args.table, args.id as GenericId<string>, change);
    return await ctx.db.get(args.id as GenericId<string>);
  },
});

export const replace = mutation({
  args: { id: v.string(), value: v.any(), table: v.optional(table) },
  handler: async (ctx, args) => {
    if (args.table === undefined) await ctx.db.replace(args.id as GenericId<string>, args.value);
    else await ctx.db.replace(args.table, args.id as GenericId<string>, args.value);
    return await ctx.db.get(args.id as GenericId<string>);
  },
});

export const remove = mutation({
  args: { id: v.string(), table: v.optional(table) },
  handler: async (ctx, args) => {
    if (args.table === undefined) await ctx.db.delete(args.id as GenericId<string>);
    else await ctx.db.delete(args.table, args.id as GenericId<string>);
  },
});

export const get = query({
  args: { id: v.any(), table: v.optional(table), system: v.optional(v.boolean()) },
  handler: async (ctx, args) => {
    const reader = args.system === true ? ctx.db.system : ctx.db;
    return args.table === undefined ? await reader.get(args.id) : await reader.get(args.table as never, args.id);
  },
});

export const normalize = query({
  args: { table, id: v.string(), system: v.optional(v.boolean()) },
  handler: (ctx, args): string | null =>
    args.system === true
      ? ctx.db.system.normalizeId(args.table as never, args.id)
      : ctx.db.normalizeId(args.table, args.id),
});

/** A mutation reads its own writes before and after each change. */
export const ownWrites = mutation({
  args: {},
  handler: async (ctx) => {
    const seen = async () => {
      const things = await ctx.db
        .query("things")
        .withIndex("by_value", (q) => q.eq("value", "own"))
        .collect();
      return things.map((thing): string => thing.label);
    };
    const before = await seen();
    const id = await ctx.db.insert("things", { label: "first", value: "own" });
    const inserted = await seen();
    await ctx.db.patch(id, { label: "second" });
    const patched = await seen();
    await ctx.db.patch(id, { value: "moved" });
    const moved = await seen();
    await ctx.db.replace(id, { label: "third", value: "own" });
    const replaced = await seen();
    await ctx.db.delete(id);
    return { before, inserted, patched, moved, replaced, removed: await seen() };
  },
});

/** Empties the named tables and cancels every waiting job, so that the next case starts with nothing. */
export const clear = internalMutation({
  args: { tables: v.array(v.string()) },
  handler: async (ctx, args) => {
    for (const name of args.tables) {
      for (const document of await ctx.db.query(name).collect()) await ctx.db.delete(document._id);
    }
    for (const job of await ctx.db.system.query("_scheduled_functions").order("desc").take(64)) {
      if (job.state.kind === "pending") await ctx.scheduler.cancel(job._id);
    }
    for (const file of await ctx.db.system.query("_storage").collect()) await ctx.storage.delete(file._id);
  },
});
