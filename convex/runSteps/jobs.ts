import { v } from "convex/values";
import { ifThere, scheduled } from "../lib/scheduled";
import { cancelStepsOfRun } from "./model";

export const cancel = scheduled({ runId: v.id("runs"), attempt: v.number() }, (ctx, { runId, attempt }) =>
  ifThere(ctx.db.get("runs", runId), (run) => cancelStepsOfRun(ctx, run, attempt)),
);
