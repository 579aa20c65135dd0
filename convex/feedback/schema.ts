/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { actor } from "../callers/actor";
import { literals } from "../lib/literals";
import { feedbackKinds, feedbackStatuses } from "./values";

export const feedbackTables = {
  // What a code host and people say about what a run has made. The runner reports it, people add to it, and rounds of
  // the run handle it. All its texts are data from outside. Deleted with the run.
  runFeedback: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    // The name of the item at the code host. Absent for what a person has said here.
    key: v.optional(v.string()),
    kind: literals(feedbackKinds),
    title: v.string(),
    text: v.string(),
    author: v.optional(v.object({ login: v.string(), canWrite: v.boolean(), isBot: v.boolean() })),
    // Decided here by the rule of the run when the item was reported. What is not trusted steers nothing by itself.
    isTrusted: v.boolean(),
    // Who has said it here.
    by: v.optional(actor),
    url: v.optional(v.string()),
    path: v.optional(v.string()),
    line: v.optional(v.number()),
    atMs: v.number(),
    status: literals(feedbackStatuses),
    // Grows when the item says something else or is opened again, so that a round ends only what it was given.
    revision: v.number(),
    // The revision that a round was given. A round that fails leaves the item open, and it begins no further one.
    // Absent again when the item says something else or is opened again.
    triedRevision: v.optional(v.number()),
    // The round that has handled the item.
    round: v.optional(v.number()),
  })
    .index("by_run", ["runId"])
    .index("by_run_and_status", ["runId", "status"])
    .index("by_key", ["runId", "key"])
    .index("by_trust", ["runId", "status", "isTrusted"])
    .index("by_kind", ["runId", "status", "isTrusted", "kind", "triedRevision"]),
};
