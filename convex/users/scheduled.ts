import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { deleteRowsOfUser } from "./departure";
import { eraseEmailIn } from "./erasedEmail";

export const continueRemoval = scheduledMutation(
  { userId: v.id("users"), email: v.string() },
  (ctx, { userId, email }) => deleteRowsOfUser(ctx, { _id: userId, email }),
);

export const forgetAddress = scheduledMutation(
  { projectId: v.id("projects"), action: v.string(), email: v.string(), afterMs: v.number() },
  eraseEmailIn,
);
