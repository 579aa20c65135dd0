import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const issueStatus = v.union(
  v.literal("open"),
  v.literal("in_progress"),
  v.literal("resolved"),
  v.literal("closed"),
);
export type IssueStatus = Infer<typeof issueStatus>;

export const level = v.union(v.literal("low"), v.literal("medium"), v.literal("high"), v.literal("critical"));

export const issueTables = {
  // What is to be done in a codebase. Written by REST and by the sessions that discover them.
  issues: defineTable({
    projectId: v.id("projects"),
    title: v.string(),
    description: v.optional(v.string()),
    status: issueStatus,
    priority: level,
    suggestedPrompt: v.optional(v.string()),
    sessionId: v.optional(v.id("issueSessions")),
    // The run that works on it, and the chain it is in.
    runId: v.optional(v.id("runs")),
    workChainId: v.optional(v.id("workChains")),
    updatedAtMs: v.number(),
    resolvedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_status", ["projectId", "status"])
    .index("by_priority", ["projectId", "priority"])
    .index("by_status_and_priority", ["projectId", "status", "priority"])
    .index("by_session", ["sessionId"])
    .index("by_session_and_status", ["sessionId", "status"])
    .index("by_session_and_priority", ["sessionId", "priority"])
    .index("by_session_status_and_priority", ["sessionId", "status", "priority"])
    .index("by_run", ["runId"])
    .index("by_work_chain", ["workChainId"]),
};
