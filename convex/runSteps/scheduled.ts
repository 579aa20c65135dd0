import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { cancelStepsOfRun } from "./model";

export const cancel = scheduledMutation({ runId: v.id("runs"), attempt: v.number() }, (ctx, { runId, attempt }) =>
  ifExists(ctx.db.get("runs", runId), (run) => cancelStepsOfRun(ctx, run, attempt)),
);
