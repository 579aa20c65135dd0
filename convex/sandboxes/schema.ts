/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { literals } from "../lib/literals";
import { prStatus } from "../runs/schema";
import { learningStatuses, sandboxStatuses } from "./bounds";

export const sandboxStatus = literals(sandboxStatuses);
export type SandboxStatus = Infer<typeof sandboxStatus>;

export const learningStatus = literals(learningStatuses);

/** The run or session that a sandbox serves: exactly one of these ids is set. */
export const sandboxPurpose = v.union(
  v.object({ kind: v.literal("run"), runId: v.id("runs") }),
  v.object({ kind: v.literal("issueSession"), issueSessionId: v.id("issueSessions") }),
  v.object({ kind: v.literal("answeringSession"), answeringSessionId: v.id("answeringSessions") }),
  v.object({ kind: v.literal("mergeRun"), mergeRunId: v.id("mergeRuns") }),
);
export type SandboxPurpose = Infer<typeof sandboxPurpose>;

export const sandboxTables = {
  // Isolated environments in which agents work. The runner registers them. Only sandboxes/status.ts changes `status`.
  sandboxes: defineTable({
    projectId: v.id("projects"),
    purpose: sandboxPurpose,
    // The run that the sandbox serves, directly or indirectly. Lists filter by it.
    runId: v.optional(v.id("runs")),
    runtimeSandboxId: v.string(),
    status: sandboxStatus,
    memoryMb: v.optional(v.number()),
    cpuCount: v.optional(v.number()),
    timeoutMs: v.optional(v.number()),
    stepId: v.optional(v.id("runSteps")),
    branchName: v.optional(v.string()),
    // The folder on the machine of the runner in which the agent works.
    folder: v.optional(v.string()),
    // The runner's own id of its work, for tracing.
    triggerRunId: v.optional(v.string()),
    learningStatus: v.optional(learningStatus),
    prUrl: v.optional(v.string()),
    prNumber: v.optional(v.number()),
    prStatus: v.optional(prStatus),
    // Set by the first message of role assistant, so that no query must search for one.
    hasAssistantMessages: v.boolean(),
    startedAtMs: v.optional(v.number()),
    endedAtMs: v.optional(v.number()),
    // While the sandbox is active: the time at which the clock checks whether its run or session still continues.
    boundAtMs: v.optional(v.number()),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    .index("by_run", ["runId", "deletedAtMs"])
    .index("by_run_and_status", ["runId", "deletedAtMs", "status"])
    // For sandboxes that serve no run: one of the three ids is set, the other two are undefined.
    .index("by_session_and_status", [
      "purpose.issueSessionId",
      "purpose.answeringSessionId",
      "purpose.mergeRunId",
      "deletedAtMs",
      "status",
    ])
    .index("by_bound", ["boundAtMs"])
    .index("by_runtime_sandbox", ["projectId", "runtimeSandboxId"]),
  // Each reported file and folder has a row, created in the order of paths. Rows of earlier reports are deleted.
  sandboxFiles: defineTable({
    sandboxId: v.id("sandboxes"),
    // The number of the report.
    report: v.number(),
    // The path of its folder, "" for the root, and its own whole path.
    folder: v.string(),
    path: v.string(),
    kind: v.union(v.literal("file"), v.literal("folder")),
    size: v.optional(v.number()),
    content: v.optional(v.string()),
  })
    .index("by_folder", ["sandboxId", "report", "folder"])
    .index("by_path", ["sandboxId", "report", "path"]),
  // The runner's last reports, at most one row per sandbox.
  sandboxReports: defineTable({
    sandboxId: v.id("sandboxes"),
    // The number of the last report of files, counted from 1.
    files: v.optional(v.object({ report: v.number(), reportedAtMs: v.number() })),
    diff: v.optional(v.object({ text: v.string(), reportedAtMs: v.number() })),
    devServer: v.optional(
      v.object({ url: v.union(v.string(), v.null()), status: v.string(), reportedAtMs: v.number() }),
    ),
  }).index("by_sandbox", ["sandboxId"]),
};
