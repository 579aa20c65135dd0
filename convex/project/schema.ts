import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

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
