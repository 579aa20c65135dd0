import { v } from "convex/values";
import { scheduled } from "../lib/scheduled";
import { removeVersions } from "./removal";

export const continueRemoval = scheduled({ assetId: v.id("assets") }, (ctx, { assetId }) =>
  removeVersions(ctx, assetId),
);
