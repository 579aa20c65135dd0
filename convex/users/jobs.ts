import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { removeTraces } from "./departure";

export const continueRemoval = scheduledMutation(
  { userId: v.id("users"), email: v.string() },
  (ctx, { userId, email }) => removeTraces(ctx, { _id: userId, email }),
);
