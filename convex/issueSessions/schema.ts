import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { literals } from "../lib/literals";
import { stepStatus } from "../runSteps/schema";
import { stepRole } from "../workflows/schema";
import { sessionStatuses } from "./status";

export const sessionStatus = literals(sessionStatuses);
export type SessionStatus = Infer<typeof sessionStatus>;

export const issueSessionTables = {
  // Sessions that scan a codebase for issues. People start them; the runner carries them out and changes their status.
  // All changes of `status` are made in model.ts. A session can be deleted for good only from the trash.
  issueSessions: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    status: sessionStatus,
    templateId: v.optional(v.string()),
    memoryMb: v.optional(v.number()),
    cpuCount: v.optional(v.number()),
    timeoutMs: v.optional(v.number()),
    iteration: v.number(),
    progress: v.optional(v.string()),
    // The number of issues that refer to this session. Changes of issues update it.
    issueCount: v.number(),
    sandboxId: v.optional(v.id("sandboxes")),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["projectId", "deletedAtMs"] }),
  // The prompts of sessions are long texts that lists and status changes need not read. Deleted with their session.
  issueSessionPrompts: defineTable({
    projectId: v.id("projects"),
    sessionId: v.id("issueSessions"),
    text: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_session", ["sessionId"]),
  // The steps of sessions, which the runner makes, in the order of creation. Deleted with their session.
  issueSessionSteps: defineTable({
    projectId: v.id("projects"),
    sessionId: v.id("issueSessions"),
    role: stepRole,
    name: v.string(),
    stepIndex: v.number(),
    status: stepStatus,
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    // Steps are shown in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_session", ["sessionId"])
    .index("by_session_and_status", ["sessionId", "status"]),
};
