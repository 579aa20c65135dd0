import { v } from "convex/values";
import { internal } from "../_generated/api";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { sweepBulkActions, takeStep } from "./model";

export const step = scheduledMutation(
  { bulkActionId: v.id("bulkActions"), step: v.number() },
  (ctx, { bulkActionId, step: number }) =>
    ifExists(ctx.db.get("bulkActions", bulkActionId), (bulk) => takeStep(ctx, bulk, number)),
);

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepBulkActions(ctx)) await ctx.scheduler.runAfter(0, internal.bulkActions.scheduled.sweep, {});
});
