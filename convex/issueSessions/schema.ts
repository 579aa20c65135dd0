import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/deletion";
import { literals } from "../lib/literals";
import { stepStatus } from "../runSteps/schema";
import { stepRole } from "../workflows/schema";
import { sessionStatuses } from "./status";

export const sessionStatus = literals(sessionStatuses);
export type SessionStatus = Infer<typeof sessionStatus>;

export const issueSessionTables = {
  // Scans of a codebase for issues. Started by people, carried out and moved by the runner; every change of `status` goes
  // through model.ts. Gone for good by way of the trash.
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
    // Of the issues that name it; those change it.
    issueCount: v.number(),
    // The one provisioned last.
    sandboxId: v.optional(v.id("sandboxes")),
    // Why it failed.
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
    ...deletionFields,
  }).index("by_project", ["projectId", "deletedAtMs"]),
  // What a session is to look for, one row each: long texts that lists and moves need not read. Gone with their session.
  issueSessionPrompts: defineTable({
    projectId: v.id("projects"),
    sessionId: v.id("issueSessions"),
    text: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_session", ["sessionId"]),
  // The steps of a session as the runner takes them, in the order in which they are made. Gone with their session.
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
    // Steps are shown in the order of time.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_session", ["sessionId"])
    .index("by_session_and_status", ["sessionId", "status"]),
};
