import { v } from "convex/values";
import { scheduled } from "../lib/scheduled";
import { removeTraces } from "./departure";

export const continueRemoval = scheduled({ userId: v.id("users"), email: v.string() }, (ctx, { userId, email }) =>
  removeTraces(ctx, { _id: userId, email }),
);
