/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that goes on with the time. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { levels } from "../lib/levels";
import { issueStatuses } from "./status";

export const issueStatus = literals(issueStatuses);
export type IssueStatus = Infer<typeof issueStatus>;

export const level = literals(levels);
export type Level = Infer<typeof level>;

export const issueTables = {
  // What is to be done in a codebase. Written by people, by way of REST or the dashboard, and by the sessions that
  // discover them, moved by the runs that work on them; people delete them for good. Lists are made of index ranges in
  // lists.ts.
  issues: defineTable({
    projectId: v.id("projects"),
    title: v.string(),
    description: v.optional(v.string()),
    status: issueStatus,
    priority: level,
    suggestedPrompt: v.optional(v.string()),
    // By which it is found (search.ts).
    searchText: v.optional(v.string()),
    // The session that discovered it; taken away some time after that is gone for good.
    sessionId: v.optional(v.id("issueSessions")),
    // The run that works on it, and the chain it is in.
    runId: v.optional(v.id("runs")),
    workChainId: v.optional(v.id("workChains")),
    updatedAtMs: v.number(),
    // While it is resolved, and after that while it is closed.
    resolvedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_status", ["projectId", "status"])
    .index("by_status_and_priority", ["projectId", "status", "priority"])
    .index("by_session", ["sessionId"])
    .index("by_session_and_status", ["sessionId", "status"])
    .index("by_session_status_and_priority", ["sessionId", "status", "priority"])
    .index("by_run", ["runId", "status"])
    .index("by_work_chain", ["workChainId"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["projectId", "sessionId", "status", "priority"],
    }),
};
