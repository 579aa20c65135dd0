// A list that apps show in pages, mutations that move its rows, and sums over two tables that must always agree.
import { mutationGeneric, paginationOptsValidator, queryGeneric } from "convex/server";
import type {
  DataModelFromSchemaDefinition,
  GenericMutationCtx,
  GenericQueryCtx,
  MutationBuilder,
  QueryBuilder,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
type QueryCtx = GenericQueryCtx<DataModel>;
type MutationCtx = GenericMutationCtx<DataModel>;

const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

const rowsOf = (ctx: QueryCtx, group: string) =>
  ctx.db.query("things").withIndex("by_group_and_value", (q) => q.eq("group", group));

const counterOf = (ctx: QueryCtx, name: string) =>
  ctx.db
    .query("counters")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();

export const all = query({
  args: { group: v.string() },
  handler: async (ctx, { group }) => (await rowsOf(ctx, group).collect()).map((row): number => row.value),
});

export const page = query({
  args: { group: v.string(), paginationOpts: paginationOptsValidator },
  handler: async (ctx, { group, paginationOpts }) => await rowsOf(ctx, group).paginate(paginationOpts),
});

/** The group of rows is stored in the database, so that a cursor can belong to another query after a change. */
export const pageOfChosen = query({
  args: { chooser: v.string(), paginationOpts: paginationOptsValidator },
  handler: async (ctx, { chooser, paginationOpts }) => {
    const chosen = await counterOf(ctx, chooser);
    return await rowsOf(ctx, `${chooser} ${String(chosen?.count ?? 0)}`).paginate(paginationOpts);
  },
});

const change = v.union(
  v.object({ kind: v.literal("insert"), value: v.number() }),
  v.object({ kind: v.literal("remove"), value: v.number() }),
  v.object({ kind: v.literal("move"), value: v.number(), to: v.number() }),
);

/** Changes rows of a group, which are found by their value. A row that does not exist is neither removed nor moved. */
export const apply = mutation({
  args: { group: v.string(), changes: v.array(change) },
  handler: async (ctx, { group, changes }) => {
    for (const change of changes) {
      if (change.kind === "insert") {
        await ctx.db.insert("things", { group, value: change.value });
        continue;
      }
      const row = await ctx.db
        .query("things")
        .withIndex("by_group_and_value", (q) => q.eq("group", group).eq("value", change.value))
        .first();
      if (row === null) continue;
      if (change.kind === "remove") await ctx.db.delete(row._id);
      else await ctx.db.patch(row._id, { value: change.to });
    }
  },
});

/** Throws while a value of the group is below zero, and names the value. */
export const noneNegative = query({
  args: { group: v.string() },
  handler: async (ctx, { group }) => {
    const lowest = await rowsOf(ctx, group).first();
    if (lowest !== null && lowest.value < 0) throw new ConvexError({ negative: lowest.value as number });
    return "none";
  },
});

export const counter = query({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<number> => (await counterOf(ctx, name))?.count ?? 0,
});

export const sum = query({
  args: { group: v.string() },
  handler: async (ctx, { group }) => (await rowsOf(ctx, group).collect()).reduce((sum, row) => sum + row.value, 0),
});

/** Moves an amount from the counter to the rows of the group with the same name. Their total stays the same. */
export const transfer = mutation({
  args: { name: v.string(), amount: v.number() },
  handler: async (ctx, { name, amount }) => {
    await setCounter(ctx, name, -amount);
    await ctx.db.insert("things", { group: name, value: amount });
  },
});

/** Counts each id once. If a call was done twice for one id, its count would be above one. */
export const countOnce = mutation({
  args: { name: v.string(), id: v.string() },
  handler: async (ctx, { name, id }): Promise<number> => {
    await ctx.db.insert("things", { group: `${name} ids`, value: id });
    return await setCounter(ctx, name, 1);
  },
});

export const ids = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) => (await rowsOf(ctx, `${name} ids`).collect()).map((row): string => row.value),
});

async function setCounter(ctx: MutationCtx, name: string, change: number): Promise<number> {
  const counter = await counterOf(ctx, name);
  const count = (counter?.count ?? 0) + change;
  if (counter === null) await ctx.db.insert("counters", { name, count });
  else await ctx.db.patch(counter._id, { count });
  return count;
}

/** Throws after it has written. */
export const failLate = mutation({
  args: { group: v.string(), value: v.number() },
  handler: async (ctx, { group, value }) => {
    await ctx.db.insert("things", { group, value });
    throw new ConvexError({ refused: value });
  },
});
