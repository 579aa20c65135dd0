import { defineTable } from "convex/server";
import { v } from "convex/values";

/** An attempt that must be exported, by the event that ended it. */
export const pendingExport = v.object({
  eventId: v.id("events"),
  // How often it has failed.
  failures: v.number(),
});

export const telemetryTables = {
  // How the collector of traces has answered, and what waits for it: one row for the deployment. Without a collector
  // there is none.
  telemetryCollector: defineTable({
    // The exports that wait, in their order. Their number is bounded.
    waiting: v.array(pendingExport),
    // The times at which the exports under way began.
    busySinceMs: v.array(v.number()),
    // The number of exports that failed in a row, and the time until which none is tried because of them.
    failures: v.number(),
    quietUntilMs: v.optional(v.number()),
  }),
};
