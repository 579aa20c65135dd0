// The functions of the measurements of live queries: counters that many clients watch.
import { mutationGeneric, queryGeneric } from "convex/server";
import type { DataModelFromSchemaDefinition, GenericQueryCtx, MutationBuilder, QueryBuilder } from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

/** Reads a counter. Different values of `viewer` make separate queries that read the same document. */
export const read = query({
  args: { name: v.string(), viewer: v.number() },
  handler: async (ctx, { name }): Promise<number> => (await find(ctx, name))?.value ?? 0,
});

export const raise = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<number> => {
    const counter = await find(ctx, name);
    const value = (counter?.value ?? 0) + 1;
    if (counter === null) await ctx.db.insert("counters", { name, value });
    else await ctx.db.patch("counters", counter._id, { value });
    return value;
  },
});

async function find({ db }: GenericQueryCtx<DataModel>, name: string) {
  return await db
    .query("counters")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
}
