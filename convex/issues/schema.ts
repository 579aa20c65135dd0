/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { levels } from "../lib/sharedValues";
import { issueStatuses } from "./status";

export const issueStatus = literals(issueStatuses);
export type IssueStatus = Infer<typeof issueStatus>;

export const level = literals(levels);
export type Level = Infer<typeof level>;

export const issueTables = {
  // Work that must be done in a codebase. People write issues over REST or in the dashboard, and issue sessions
  // discover them. The runs that work on issues change their status. People delete issues for good. Lists use the index
  // ranges in lists.ts.
  issues: defineTable({
    projectId: v.id("projects"),
    title: v.string(),
    description: v.optional(v.string()),
    status: issueStatus,
    priority: level,
    suggestedPrompt: v.optional(v.string()),
    // The text in which a search finds the issue (search.ts).
    searchText: v.string(),
    // The session that discovered the issue. Removed some time after the session was deleted for good.
    sessionId: v.optional(v.id("issueSessions")),
    runId: v.optional(v.id("runs")),
    workChainId: v.optional(v.id("workChains")),
    // With this time, a new issue can be shown without being read back for the creation time of its row.
    createdAtMs: v.number(),
    updatedAtMs: v.number(),
    // The time of the resolution. Kept while the issue is resolved, and while it is closed after that.
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
