import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { gate } from "../workflows/gate";
import { stepRole } from "../workflows/schema";
import { stepStatuses } from "../lib/sharedValues";

export const stepStatus = literals(stepStatuses);
export type StepStatus = Infer<typeof stepStatus>;

export const runStepTables = {
  // The steps of runs. The runner's callbacks write them. Steps of earlier attempts stay.
  runSteps: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    attempt: v.number(),
    // The round of the attempt. Absent is 0.
    round: v.optional(v.number()),
    // Set when a restart has kept the step: the attempt in which it was done.
    keptFromAttempt: v.optional(v.number()),
    stepIndex: v.number(),
    role: stepRole,
    name: v.string(),
    status: stepStatus,
    sandboxId: v.optional(v.id("sandboxes")),
    toolDisplayName: v.optional(v.string()),
    resolvedModelId: v.optional(v.string()),
    thinkingEffort: v.optional(v.string()),
    personaVersionId: v.optional(v.id("personaVersions")),
    inputTokens: v.number(),
    outputTokens: v.number(),
    costMicroUsd: v.number(),
    testResults: v.optional(
      v.object({ total: v.number(), passed: v.number(), failed: v.number(), skipped: v.number() }),
    ),
    // Scores such as correctness and composite.
    qualityScores: v.optional(v.record(v.string(), v.number())),
    // The output and the JSON Schema that it must fit, from the plan of the run. Both are JSON texts.
    outputSchema: v.optional(v.string()),
    output: v.optional(v.string()),
    verdict: v.optional(v.object({ pass: v.boolean(), feedback: v.optional(v.string()) })),
    // The gate that the plan of the run has for the step, the index of the step in the plan, and how often the plan had
    // been done before.
    gate: v.optional(gate),
    gateIndex: v.optional(v.number()),
    iteration: v.optional(v.number()),
    // What shows that the gate has passed, or has not. `output` is the end of what the command has written.
    proof: v.optional(
      v.object({
        commit: v.string(),
        exitCode: v.optional(v.number()),
        durationMs: v.optional(v.number()),
        output: v.optional(v.string()),
      }),
    ),
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  })
    .index("by_run", ["runId", "attempt", "stepIndex"])
    .index("by_run_and_status", ["runId", "status", "attempt"]),
};
