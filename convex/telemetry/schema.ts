import { defineTable } from "convex/server";
import { v } from "convex/values";

export const telemetryTables = {
  // How the collector of traces has answered: one row for the deployment. Without a collector there is none.
  telemetryCollector: defineTable({
    // The times at which the exports under way began.
    busySinceMs: v.array(v.number()),
    // The number of exports that failed in a row, and the time until which none is tried because of them.
    failures: v.number(),
    quietUntilMs: v.optional(v.number()),
  }),
};
