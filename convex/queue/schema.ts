import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";

/**
 * Where a run stands among the limits that concern it. `ready`: its job is among those that can be claimed, and takes
 * no room yet. `held`: it waits for room. `inside`: it takes room. `outside`: none of these for now, as a deferred run.
 */
const standings = ["ready", "held", "inside", "outside"] as const;

/** The work of the run is a round, which other runners take than its beginning. */
const isRound = v.optional(v.literal(true));

export const queueTables = {
  // How many runs of a workflow, of a project or with one conflict key may run at once (limits.ts). Unlimited runs
  // have no row and cost none. Only entries.ts changes the counts.
  queueLimits: defineTable({
    projectId: v.id("projects"),
    // `project`, `workflow <id>` or `conflict <key>`.
    key: v.string(),
    // Absent when the limit was removed: then everything that it holds gets in, and the row goes with the last entry
    // that it counts.
    most: v.optional(v.number()),
    // The entries that are inside, and those that are ready.
    inside: v.number(),
    ready: v.number(),
    // The ready ones that can be claimed at once, the first one first: of each kind of work no more than there is room
    // for. Ready beside them are those whose next try comes later, and those of versions that had no such list.
    next: v.optional(v.array(v.object({ placeId: v.id("queuePlaces"), rankMs: v.number(), isRound }))),
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
    // The keys of the limits that count this entry.
    limits: v.array(v.string()),
    standing: literals(standings),
    // The key of the limit that holds it.
    heldBy: v.optional(v.string()),
    // The run waits since then. The lower rank goes first: a minute of waiting weighs as much as a point of priority.
    sinceMs: v.number(),
    rankMs: v.number(),
    // Absent in rows of rounds that earlier versions have made, until a limit lets them go.
    isRound,
    conflictKey: v.optional(v.string()),
    // The limit of the conflict key of a run that has begun and was deferred. It counts the entry as inside, whatever
    // its standing is, and `limits` does not name it.
    kept: v.optional(v.string()),
  })
    .index("by_run", ["runId"])
    .index("by_holder", ["projectId", "heldBy", "rankMs"])
    .index("by_holder_and_kind", ["projectId", "heldBy", "isRound", "rankMs"])
    .index("by_conflict", ["projectId", "conflictKey"]),
};
