import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";

/**
 * Where a run stands among the limits that concern it. `ready`: its job may be claimed, as far as anybody knew when it
 * became so. `held`: it waits for room. `inside`: it takes room. `outside`: none of these for now, as a deferred run.
 */
const standings = ["ready", "held", "inside", "outside"] as const;

export const queueTables = {
  // How many runs of a workflow, of a project or with one conflict key may run at once (limits.ts). Unlimited runs
  // have no row and cost none. Only places.ts changes the counts.
  queueLimits: defineTable({
    projectId: v.id("projects"),
    // `project`, `workflow <id>` or `conflict <key>`.
    key: v.string(),
    // Absent when the limit was removed: then everything that it holds gets in, and the row goes with the last place
    // that it counts.
    most: v.optional(v.number()),
    // The places that are inside, and those that are ready.
    inside: v.number(),
    ready: v.number(),
    // The runs that were there before the limit are being counted. Until then nobody gets in.
    isCounting: v.optional(v.literal(true)),
    // How often it was counted. Steps of an earlier count stop when another one has begun.
    counts: v.optional(v.number()),
  }).index("by_key", ["projectId", "key"]),
  // The runs that are not over and that a limit concerns, one row for each.
  queuePlaces: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    jobId: v.optional(v.id("jobs")),
    // The keys of the limits that count this place.
    limits: v.array(v.string()),
    standing: literals(standings),
    // The key of the limit that holds it.
    heldBy: v.optional(v.string()),
    // The run waits since then. The lower rank goes first: a minute of waiting weighs as much as a point of priority.
    sinceMs: v.number(),
    rankMs: v.number(),
    conflictKey: v.optional(v.string()),
    // The limit of the conflict key of a run that has begun and was deferred. It counts the place as inside, whatever
    // its standing is, and `limits` does not name it.
    kept: v.optional(v.string()),
  })
    .index("by_run", ["runId"])
    .index("by_holder", ["projectId", "heldBy", "rankMs"])
    .index("by_conflict", ["projectId", "conflictKey"]),
};
