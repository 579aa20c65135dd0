import { defineTable } from "convex/server";
import { v } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { followUp } from "../lib/followUp";
import { literals } from "../lib/literals";
import { copiesOfRun } from "../sharedCopies/schema";
import { stepRoles } from "../lib/sharedValues";
import { queueColumns } from "../queue/schedulingFields";
import { gate } from "./gate";

export const stepRole = literals(stepRoles);

export const workflowTables = {
  // Blueprints of runs. A run that starts reads its workflow and keeps a copy of what it needs.
  workflows: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    description: v.optional(v.string()),
    steps: v.array(
      v.object({
        role: stepRole,
        name: v.string(),
        personaId: v.optional(v.id("personas")),
        instructions: v.optional(v.string()),
        commandNames: v.optional(v.array(v.string())),
        timeoutMs: v.optional(v.number()),
        maxRetries: v.optional(v.number()),
        // A JSON Schema as text: the step must end with an output that fits it.
        outputSchema: v.optional(v.string()),
        // What must be shown before the step counts as done.
        gate: v.optional(gate),
        // Patterns of paths below the checkout: the runner uploads the files that match after the step.
        artifacts: v.optional(v.array(v.string())),
      }),
    ),
    defaultBranch: v.optional(v.string()),
    isEnabled: v.boolean(),
    // How many of its runs may run at once. Absent: as many as there are.
    concurrencyLimit: v.optional(v.number()),
    // The rules of its runs, unless they have their own (runs/conflicts.ts).
    ...queueColumns,
    // The rule by which its finished runs continue. Absent: that of the project.
    followUp: v.optional(followUp),
    updatedAtMs: v.number(),
    // The copies that the last run received, so that the next one need not look for them. They are up to date while
    // `round` is that of the project's row in `runNumbers`. With the rule that holds for its runs.
    sharedCopies: v.optional(v.object({ round: v.number(), ...copiesOfRun, followUp: v.optional(followUp) })),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["projectId", "deletedAtMs"] }),
};
