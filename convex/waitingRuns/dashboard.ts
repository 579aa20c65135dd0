import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { list as readQueue } from "./handlers";
import type { QueuePage } from "./handlers";

/** The first runs that wait, and how many wait for what. */
export const list = memberQuery("project:read", {
  args: { limit: v.number() },
  handler: async (ctx, { limit }): Promise<QueuePage> =>
    await readQueue(ctx, { limit: Math.max(1, Math.min(100, Math.floor(limit) || 1)) }),
});
