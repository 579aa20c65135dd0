import { v } from "convex/values";
import { ifThere, scheduled } from "../lib/scheduled";
import { expireToken } from "./model";

export const expire = scheduled({ tokenId: v.id("runnerTokens") }, (ctx, { tokenId }) =>
  ifThere(ctx.db.get("runnerTokens", tokenId), (token) => expireToken(ctx, token)),
);
