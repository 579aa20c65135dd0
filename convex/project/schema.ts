import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

/** Who asked for a deletion, as an administrator sees it. `system`: nobody was left in the project. */
export const deletedBy = v.union(
  v.object({ type: v.literal("key"), id: v.string(), name: v.string() }),
  v.object({ type: v.literal("user"), id: v.string(), name: v.string() }),
  v.object({ type: v.literal("system"), name: v.string() }),
);
export type DeletedBy = Infer<typeof deletedBy>;

/** What the clock left undone in a deleted project, with the times that the row had. */
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
  // The tenant: all other rows of the product belong to one. Written by administrators and by the project's own keys.
  // `slug` is unique among all projects.
  projects: defineTable({
    name: v.string(),
    slug: v.string(),
    gitRepoUrl: v.union(v.string(), v.null()),
    // Since when the project is deleted: its keys are refused, and nobody sees it.
    deletingAtMs: v.optional(v.number()),
    deletedBy: v.optional(deletedBy),
    // Until when a deleted project can be restored. Absent once its rows go away, bit by bit.
    restorableUntilMs: v.optional(v.number()),
  })
    .index("by_slug", ["slug"])
    .index("by_restorable_until", ["restorableUntilMs"]),
  // Written by whatever the clock does when it finds that the project is deleted; a restoration puts it back, and takes
  // the row away.
  pausedWork: defineTable({
    projectId: v.id("projects"),
    // When the project was deleted.
    pausedAtMs: v.number(),
    work: pausedWork,
  }).index("by_project", ["projectId"]),
};
