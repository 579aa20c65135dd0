import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/deletion";
import { stepStatus } from "../runSteps/schema";
import { stepRole } from "../workflows/schema";

export const sessionStatus = v.union(
  v.literal("active"),
  v.literal("completed"),
  v.literal("failed"),
  v.literal("cancelled"),
);
export type SessionStatus = Infer<typeof sessionStatus>;

export const issueSessionTables = {
  // Scans of a codebase for issues. Started by REST, carried out and moved by the runner.
  issueSessions: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    status: sessionStatus,
    prompt: v.string(),
    templateId: v.optional(v.string()),
    memoryMb: v.optional(v.number()),
    cpuCount: v.optional(v.number()),
    timeoutMs: v.optional(v.number()),
    iteration: v.number(),
    progress: v.optional(v.string()),
    issueCount: v.number(),
    sandboxId: v.optional(v.id("sandboxes")),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
    createdBy: v.optional(v.id("users")),
    ...deletionFields,
  }).index("by_project", ["projectId", "deletedAtMs"]),
  // The steps of a session as the runner takes them.
  issueSessionSteps: defineTable({
    projectId: v.id("projects"),
    sessionId: v.id("issueSessions"),
    role: stepRole,
    name: v.string(),
    stepIndex: v.number(),
    status: stepStatus,
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  }).index("by_session", ["sessionId", "stepIndex"]),
};
