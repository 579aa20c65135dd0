// The tables of the test app. `things` accepts any `value`, so that one table can hold every kind of value in one
// index. `strict` has a validator of each kind. Some tests use a table that is not declared here, on purpose.
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  things: defineTable({
    label: v.optional(v.string()),
    group: v.optional(v.any()),
    value: v.optional(v.any()),
    other: v.optional(v.any()),
  })
    .index("by_value", ["value"])
    .index("by_group_and_value", ["group", "value"])
    .index("by_deep_value", ["value.deep.field"])
    .index("by_group_value_and_other", ["group", "value", "other"]),
  strict: defineTable({
    text: v.string(),
    count: v.optional(v.number()),
    big: v.optional(v.int64()),
    flag: v.optional(v.boolean()),
    data: v.optional(v.bytes()),
    nothing: v.optional(v.null()),
    list: v.optional(v.array(v.string())),
    inner: v.optional(v.object({ a: v.number(), b: v.optional(v.string()) })),
    scores: v.optional(v.record(v.string(), v.number())),
    state: v.optional(v.union(v.literal("open"), v.literal("closed"))),
    thing: v.optional(v.id("things")),
  }),
  shapes: defineTable(
    v.union(
      v.object({ kind: v.literal("circle"), radius: v.number() }),
      v.object({ kind: v.literal("square"), side: v.number() }),
    ),
  ),
  notes: defineTable({
    label: v.string(),
    text: v.optional(v.any()),
    group: v.optional(v.any()),
    state: v.optional(v.any()),
    deep: v.optional(v.any()),
  })
    .index("by_label", ["label"])
    .searchIndex("search_text", { searchField: "text", filterFields: ["group", "state", "deep.field"] })
    .searchIndex("search_deep_text", { searchField: "deep.text" }),
  jobs: defineTable({ label: v.string(), note: v.optional(v.any()) }).index("by_label", ["label"]),
  ticks: defineTable({ at: v.number(), cron: v.string() }).index("by_cron", ["cron"]),
  // Tables of the crash test: pairs of documents that one mutation writes, and counters that must lose nothing.
  halves: defineTable({ pair: v.string(), side: v.string(), partner: v.optional(v.id("halves")) }).index("by_pair", [
    "pair",
  ]),
  counters: defineTable({ name: v.string(), count: v.number() }).index("by_name", ["name"]),
});
