import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  // Only the load generator writes messages. Each write is one document with entries in two indexes.
  messages: defineTable({ channel: v.string(), text: v.string(), sequence: v.number() }).index("by_channel", [
    "channel",
  ]),
  // Subscribers watch the counters.
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
});
