// A table with two aggregates of its count and sum. One changes in the writing transaction, the other later.
import { TableAggregate } from "@convex-dev/aggregate";
import { type DataModelFromSchemaDefinition, mutationGeneric, queryGeneric } from "convex/server";
import type { MutationBuilder, QueryBuilder } from "convex/server";
import { v } from "convex/values";
import { components } from "./components";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

interface ByPoints {
  Key: number;
  DataModel: DataModel;
  TableName: "scores";
  Namespace: undefined;
}

const byPoints = {
  sortKey: (doc: { points: number }) => doc.points,
  sumValue: (doc: { points: number }) => doc.points,
};
const atOnce = new TableAggregate<ByPoints>(components.aggregate, byPoints);
const later = new TableAggregate<ByPoints>(components.laterAggregate, byPoints);

export const add = mutation({
  args: { player: v.string(), points: v.number() },
  handler: async (ctx, score) => {
    const doc = await ctx.db.get(await ctx.db.insert("scores", score));
    if (doc === null) throw new Error("what was inserted is there");
    await atOnce.insert(ctx, doc);
    await later.insert(ctx, doc, { async: true });
    return doc._id;
  },
});

export const change = mutation({
  args: { id: v.id("scores"), points: v.number() },
  handler: async (ctx, { id, points }) => {
    const before = await ctx.db.get(id);
    await ctx.db.patch(id, { points });
    const after = await ctx.db.get(id);
    if (before === null || after === null) throw new Error("there is no such score");
    await atOnce.replace(ctx, before, after);
    await later.replace(ctx, before, after, { async: true });
  },
});

export const remove = mutation({
  args: { id: v.id("scores") },
  handler: async (ctx, { id }) => {
    const doc = await ctx.db.get(id);
    if (doc === null) throw new Error("there is no such score");
    await ctx.db.delete(id);
    await atOnce.delete(ctx, doc);
    await later.delete(ctx, doc, { async: true });
  },
});

const totalsOf = async (ctx: Parameters<typeof atOnce.count>[0], aggregate: typeof atOnce) => ({
  count: await aggregate.count(ctx),
  sum: await aggregate.sum(ctx),
});

/** Returns the totals of the whole table, and those of its aggregate. */
export const totals = query({
  args: {},
  handler: async (ctx) => {
    const scores = await ctx.db.query("scores").collect();
    const table = { count: scores.length, sum: scores.reduce((sum, { points }) => sum + points, 0) };
    return { table, atOnce: await totalsOf(ctx, atOnce) };
  },
});

/** Returns null while some changes are not applied yet. */
export const laterTotals = query({
  args: {},
  handler: async (ctx) => await totalsOf(ctx, later).catch(() => null),
});

export const positions = query({
  args: {},
  handler: async (ctx) => {
    const keys: number[] = [];
    for await (const { key } of atOnce.iter(ctx, { pageSize: 2 })) keys.push(key);
    const above5 = { lower: { key: 5, inclusive: false } };
    return {
      keys,
      first: (await atOnce.min(ctx))?.key,
      last: (await atOnce.max(ctx))?.key,
      second: (await atOnce.at(ctx, 1)).key,
      indexOf5: await atOnce.indexOf(ctx, 5),
      countsAbove5: await atOnce.countBatch(ctx, [{ bounds: above5 }]),
      sumsAbove5: await atOnce.sumBatch(ctx, [{ bounds: above5 }]),
      firstTwo: (await atOnce.atBatch(ctx, [{ offset: 0 }, { offset: 1 }])).map(({ key }) => key),
      random: keys.includes((await atOnce.random(ctx))?.key ?? Number.NaN),
    };
  },
});
