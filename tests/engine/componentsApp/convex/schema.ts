import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  notes: defineTable({ text: v.string() }),
  scores: defineTable({ player: v.string(), points: v.number(), isMigrated: v.optional(v.boolean()) }).index(
    "by_player",
    ["player"],
  ),
  tokens: defineTable({ name: v.string() }).index("by_name", ["name"]),
});
