import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { removeVersions } from "./removal";

export const continueRemoval = scheduledMutation({ assetId: v.id("assets") }, (ctx, { assetId }) =>
  removeVersions(ctx, assetId),
);
