import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { cancelOtherSteps } from "./model";

export const cancel = scheduledMutation(
  { runId: v.id("runs"), attempt: v.number(), round: v.optional(v.number()) },
  (ctx, { runId, ...until }) => ifExists(ctx.db.get("runs", runId), (run) => cancelOtherSteps(ctx, run, until)),
);
