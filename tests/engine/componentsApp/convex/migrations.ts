import { type MigrationArgs, Migrations } from "@convex-dev/migrations";
import {
  anyApi,
  type DataModelFromSchemaDefinition,
  type FunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { components } from "./components";
import type schema from "./schema";

const migrations = new Migrations<DataModelFromSchemaDefinition<typeof schema>>(components.migrations);

export const mark = migrations.define({ table: "scores", batchSize: 5, migrateOne: () => ({ isMigrated: true }) });
export const unmark = migrations.define({ table: "scores", batchSize: 5, migrateOne: () => ({ isMigrated: false }) });
export const fail = migrations.define({
  table: "scores",
  migrateOne: () => {
    throw new Error("migrates nothing");
  },
});
export const run = migrations.runner();

const migration = (name: string): FunctionReference<"mutation", "internal", MigrationArgs> =>
  anyApi["migrations"]?.[name] as unknown as FunctionReference<"mutation", "internal", MigrationArgs>;

export const start = mutation({
  args: { names: v.array(v.string()), batchSize: v.optional(v.number()) },
  handler: async (ctx, { names, batchSize }) => {
    const [first] = names;
    if (names.length > 1) return await migrations.runSerially(ctx, names.map(migration));
    return await migrations.runOne(ctx, migration(first ?? ""), batchSize === undefined ? {} : { batchSize });
  },
});

export const status = query({
  args: { names: v.array(v.string()) },
  handler: (ctx, { names }) => migrations.getStatus(ctx, { migrations: names.map(migration) }),
});

export const cancel = mutation({
  args: { name: v.string() },
  handler: (ctx, { name }) => migrations.cancel(ctx, migration(name)),
});
export const cancelAll = mutation({ args: {}, handler: (ctx) => migrations.cancelAll(ctx) });

export const marked = query({
  args: { player: v.string() },
  handler: async (ctx, { player }) => {
    const scores = await ctx.db
      .query("scores")
      .withIndex("by_player", (q) => q.eq("player", player))
      .collect();
    return { all: scores.length, marked: scores.filter(({ isMigrated }) => isMigrated === true).length };
  },
});
