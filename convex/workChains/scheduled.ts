import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { unlinkIssues as unlinkSome } from "./model";

export const unlinkIssues = scheduledMutation({ workChainId: v.id("workChains") }, (ctx, { workChainId }) =>
  unlinkSome(ctx, workChainId),
);
