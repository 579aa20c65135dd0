import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { runScopes } from "../lib/sharedValues";

/** The author of a deletion, for administrators. `system` means that the project had no members left. */
export const deletedBy = v.union(
  v.object({ type: v.literal("key"), id: v.string(), name: v.string() }),
  v.object({ type: v.literal("user"), id: v.string(), name: v.string() }),
  v.object({ type: v.literal("system"), name: v.string() }),
);
export type DeletedBy = Infer<typeof deletedBy>;

/** Work that the clock did not do because the project was deleted, with the times that the row had. */
export const pausedWork = v.union(
  v.object({
    kind: v.literal("job"),
    jobId: v.id("jobs"),
    availableAtMs: v.number(),
    boundAtMs: v.optional(v.number()),
  }),
  v.object({ kind: v.literal("recurringTask"), taskId: v.id("recurringTasks"), nextRunAtMs: v.number() }),
  v.object({ kind: v.literal("runSchedule"), runId: v.id("runs"), scheduledForMs: v.number() }),
  v.object({ kind: v.literal("runBound"), runId: v.id("runs"), boundAtMs: v.number() }),
);
export type PausedWork = Infer<typeof pausedWork>;

export const projectTables = {
  // The tenants: every other row of the product belongs to a project. `slug` is unique among all projects.
  projects: defineTable({
    name: v.string(),
    slug: v.string(),
    gitRepoUrl: v.union(v.string(), v.null()),
    // Which limits on runs there are (queue/). Absent without any, so that nothing has to be looked up then.
    queue: v.optional(
      v.object({
        maxConcurrentRuns: v.optional(v.number()),
        // The number of workflows with a limit of their own.
        limitedWorkflows: v.number(),
        // The reached budgets that hold runs.
        budgets: v.optional(
          v.array(v.object({ budgetId: v.string(), type: literals(runScopes), id: v.optional(v.string()) })),
        ),
      }),
    ),
    // The project has budgets, so what is spent is counted for them.
    hasBudgets: v.optional(v.literal(true)),
    // The time at which a run was completed for the first time. Absent until then.
    firstCompletionAtMs: v.optional(v.number()),
    // Whether any of its webhooks is enabled. Absent in a project that has never had one. It is here because a change
    // that adds to the feed has read the project already.
    hasWebhooks: v.optional(v.boolean()),
    // The time of the deletion. Since then the project's keys are refused and nobody sees it.
    deletingAtMs: v.optional(v.number()),
    deletedBy: v.optional(deletedBy),
    // The time until which a deleted project can be restored. Undefined once the deletion of its rows has begun.
    restorableUntilMs: v.optional(v.number()),
  })
    .index("by_slug", ["slug"])
    .index("by_restorable_until", ["restorableUntilMs"]),
  // Scheduled work writes a row here when its project is deleted. A restoration resumes the work and deletes the row.
  pausedWork: defineTable({
    projectId: v.id("projects"),
    // The time at which the project was deleted.
    pausedAtMs: v.number(),
    work: pausedWork,
  }).index("by_project", ["projectId"]),
};
