import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { deleteRowsOfUser } from "./departure";

export const continueRemoval = scheduledMutation(
  { userId: v.id("users"), email: v.string() },
  (ctx, { userId, email }) => deleteRowsOfUser(ctx, { _id: userId, email }),
);
