import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import * as sums from "./sums";

export const foldDays = scheduledMutation(
  { projectId: v.id("projects"), before: v.string() },
  async (ctx, { projectId, before }) => await sums.foldDays(ctx, projectId, before),
);
