import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { resolveIssuesOfRun } from "./model";

export const resolve = scheduledMutation({ runId: v.id("runs") }, (ctx, { runId }) => resolveIssuesOfRun(ctx, runId));
