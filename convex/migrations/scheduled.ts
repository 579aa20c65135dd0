// `npm start` starts the migrations, and so does the clock every hour. To start them by hand:
// `npx convex run migrations/scheduled:start`.
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { scheduledMutation } from "../lib/scheduledMutation";
import { presentMigrations, startMigrations, runStep } from "./model";
import { migrations } from "./all";
import type { MigrationView } from "./model";

export const start = internalMutation({
  args: { again: v.optional(v.boolean()) },
  handler: async (ctx, { again = false }): Promise<{ going: string[] }> => ({
    going: await startMigrations(ctx, again),
  }),
});

export const step = scheduledMutation({ name: v.string(), step: v.number() }, async (ctx, args) => {
  // After a return to an older version of the product, a step of a migration that this version lacks may still wait.
  const migration = migrations.find(({ name }) => name === args.name);
  if (migration !== undefined) await runStep(ctx, migration, args.step);
});

export const status = internalQuery({
  args: {},
  handler: async (ctx): Promise<{ migrations: MigrationView[] }> => ({ migrations: await presentMigrations(ctx) }),
});
