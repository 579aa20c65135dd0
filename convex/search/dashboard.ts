import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { requireSearchWords } from "../dashboard/liveSearch";
import { findInProject } from "./find";
import type { FoundThing } from "./find";

/**
 * Finds runs, issues, chains, recurring tasks, workflows, personas, assets, learnings and issue sessions by words, at
 * most five of each kind.
 */
export const find = memberQuery("project:read", {
  args: { search: v.string() },
  handler: async (ctx, { search }): Promise<FoundThing[]> =>
    await findInProject(ctx, ctx.project._id, requireSearchWords(search)),
});
