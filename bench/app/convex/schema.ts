import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  // Written by the load alone; what it measures is one document with the entries of two indexes.
  messages: defineTable({ channel: v.string(), text: v.string(), sequence: v.number() }).index("by_channel", [
    "channel",
  ]),
  // Watched by subscribers.
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
});
