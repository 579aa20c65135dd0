import { v } from "convex/values";
import { scheduled } from "../lib/scheduled";
import { unlinkIssues as unlinkSome } from "./model";

export const unlinkIssues = scheduled({ workChainId: v.id("workChains") }, (ctx, { workChainId }) =>
  unlinkSome(ctx, workChainId),
);
