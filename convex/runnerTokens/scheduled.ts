import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { expireToken } from "./model";

export const expire = scheduledMutation({ tokenId: v.id("runnerTokens") }, (ctx, { tokenId }) =>
  ifExists(ctx.db.get("runnerTokens", tokenId), (token) => expireToken(ctx, token)),
);
