import { v } from "convex/values";
import { scheduled } from "../lib/scheduled";
import { resolveIssuesOfRun } from "./model";

export const resolve = scheduled({ runId: v.id("runs") }, (ctx, { runId }) => resolveIssuesOfRun(ctx, runId));
