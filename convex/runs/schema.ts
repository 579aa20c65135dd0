/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { actor } from "../callers/actor";
import { pullRequestState } from "../lib/pullRequestState";
import { deletionFields } from "../lib/trashTypes";
import { followUp } from "../lib/followUp";
import { literals } from "../lib/literals";
import { outcomeOfRun } from "../outcomes/schema";
import { queueColumns } from "../queue/schedulingFields";
import { gateKinds, proofStatuses } from "../workflows/gateValues";
import { checkStatuses, prStatuses, runSources, runStatuses } from "./status";

export const runStatus = literals(runStatuses);
export type RunStatus = Infer<typeof runStatus>;

export const runSource = literals(runSources);
export type RunSource = Infer<typeof runSource>;

export const prStatus = literals(prStatuses);
export type PrStatus = Infer<typeof prStatus>;

export const checkStatus = literals(checkStatuses);

export const runTables = {
  // Executions of a workflow. REST, recurring tasks, chains and the runner create them; REST calls on a run and the
  // runner's callbacks change them. `runNumber` counts from 1 within a project. Only runs/transitions.ts changes
  // `status`.
  runs: defineTable({
    projectId: v.id("projects"),
    runNumber: v.number(),
    name: v.string(),
    status: runStatus,
    source: runSource,
    prompt: v.string(),
    // The words that the search finds the run by (search.ts).
    searchText: v.string(),
    gitRepoUrl: v.union(v.string(), v.null()),
    // The branch at which the run begins.
    branchName: v.string(),
    // Nobody named the branch, so the runner takes the one that the repository calls its default.
    isBranchAssumed: v.optional(v.literal(true)),
    // The branch with the work of the present attempt, and the repository that has it, unless that is the run's own.
    resultBranch: v.optional(v.string()),
    resultRepository: v.optional(v.string()),
    workflowId: v.id("workflows"),
    // The workflow's name when the run was created, so that lists need not read the workflow.
    workflowName: v.string(),
    createdBy: v.optional(v.id("users")),
    // Who made the run, and who brought it into its present status. Absent in runs of 0.1.0.
    startedBy: v.optional(actor),
    statusBy: v.optional(actor),
    // The sum of the run's usage records.
    costMicroUsd: v.number(),
    // What the runner says that the run has cost so far (cost.ts).
    reportedCostMicroUsd: v.optional(v.number()),
    // What the run has cost, by which lists are sorted. Absent in a run that the migration `runCosts` has not reached.
    totalCostMicroUsd: v.optional(v.number()),
    // The number of usage records that the cost leaves out, because nothing says what they cost. Absent is 0.
    unratedRecords: v.optional(v.number()),
    // Where and with which request the sums of outcomes count the run (outcomes.ts). Absent in a run of 0.1.0 that
    // neither a change nor the migration `outcomes` has counted.
    outcome: v.optional(outcomeOfRun),
    currentIteration: v.number(),
    maxIterations: v.number(),
    currentStepLabel: v.optional(v.string()),
    // A number from 0 to 1.
    currentStepProgress: v.optional(v.number()),
    lastProgressAtMs: v.optional(v.number()),
    activeStepId: v.optional(v.id("runSteps")),
    activeSandboxId: v.optional(v.id("sandboxes")),
    explorerSandboxId: v.optional(v.id("sandboxes")),
    prStatus: v.optional(prStatus),
    prUrl: v.optional(v.string()),
    prNumber: v.optional(v.number()),
    // What looks have found of the pull request. Absent without one.
    request: v.optional(pullRequestState),
    ciChecks: v.optional(
      v.object({
        status: checkStatus,
        checkedAtMs: v.number(),
        checks: v.array(v.object({ name: v.string(), status: checkStatus, url: v.optional(v.string()) })),
      }),
    ),
    scheduledForMs: v.optional(v.number()),
    timezone: v.optional(v.string()),
    recurrencePattern: v.optional(v.string()),
    stopAfterCurrentTurn: v.boolean(),
    // The time at which the clock stops a run that was asked to stop after its turn.
    stopByMs: v.optional(v.number()),
    // The run fails unless a runner has begun it by this time.
    startByMs: v.optional(v.number()),
    // How long the run may be running, and how long a turn may take: the workflow's limits when the run was created.
    limits: v.optional(v.object({ runMs: v.number(), turnMs: v.number() })),
    // The time at which the clock checks the run (bounds.ts): it ends a run that is not over, or the work that an ended
    // run left open. Undefined when nothing will happen, or when the run's job bounds it.
    boundAtMs: v.optional(v.number()),
    // Set while the job of the run waits because its runner has deferred it: until when, and the reason for people.
    deferral: v.optional(
      v.object({ jobId: v.id("jobs"), sinceMs: v.number(), untilMs: v.number(), reason: v.string() }),
    ),
    // Set while the job of the run waits because a try of it has failed: until when, and the reason for people.
    retry: v.optional(v.object({ jobId: v.id("jobs"), sinceMs: v.number(), untilMs: v.number(), reason: v.string() })),
    ...queueColumns,
    // The reached budgets that have paused the run. Absent when none has; each change of the status removes it.
    budgetIds: v.optional(v.array(v.id("budgets"))),
    // A limit concerns the run, so it has a row in `queuePlaces`.
    isPlaced: v.optional(v.literal(true)),
    // Set while a limit holds the run: its key, and since when the run waits.
    hold: v.optional(v.object({ by: v.string(), sinceMs: v.number() })),
    // Counts from 1. Each restart adds one.
    attempt: v.number(),
    // The gates of its plan, with the newest step and result of each in the present attempt (gates.ts). Absent: none.
    gates: v.optional(
      v.array(
        v.object({
          // The index of the step in the plan.
          index: v.number(),
          name: v.string(),
          kind: literals(gateKinds),
          newestStepId: v.optional(v.id("runSteps")),
          result: v.optional(v.object({ stepId: v.id("runSteps"), pass: v.boolean(), commit: v.string() })),
        }),
      ),
    ),
    // How often the attempt has continued since it was first over, and how often of these by itself. Absent is 0.
    round: v.optional(v.number()),
    automaticRounds: v.optional(v.number()),
    // The rule by which the run continues, as it was at the start of the attempt. Absent: it does not.
    followUp: v.optional(followUp),
    // When something trusted was last said that the rule names, and when a round begins because of it.
    feedbackAtMs: v.optional(v.number()),
    followUpAtMs: v.optional(v.number()),
    // What the gates show, by which lists are filtered. Absent without gates.
    proofStatus: v.optional(literals(proofStatuses.filter((status) => status !== "none"))),
    // Who has called a run completed whose gates have not passed, and why.
    acceptedBy: v.optional(actor),
    acceptedReason: v.optional(v.string()),
    // The step with which the attempt begins, when a restart has kept the results of the steps before it.
    fromStep: v.optional(v.number()),
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
    durationMs: v.optional(v.number()),
    // The time spent running, without pauses: the sum of the past periods, and the start of the present one.
    activeDurationMs: v.number(),
    activeSinceMs: v.optional(v.number()),
    // The reason why the run failed or was cancelled, such as `runner_lost`, and the runner's message.
    failureReason: v.optional(v.string()),
    error: v.optional(v.string()),
    issueId: v.optional(v.id("issues")),
    recurringTaskId: v.optional(v.id("recurringTasks")),
    sprintChainId: v.optional(v.id("sprintChains")),
    sprintIndex: v.optional(v.number()),
    workChainId: v.optional(v.id("workChains")),
    // How many questions of the present attempt wait for people. Only runQuestions/ and the end of the run change it.
    openQuestions: v.optional(v.number()),
    // The personas whose statistics count this run.
    countedPersonaIds: v.optional(v.array(v.id("personas"))),
    // What the caller has given: names to find the run by (labels.ts), and an object of texts as JSON.
    labels: v.optional(v.array(v.string())),
    metadata: v.optional(v.string()),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_project_and_number", ["projectId", "runNumber"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    .index("by_workflow", ["workflowId", "deletedAtMs"])
    .index("by_workflow_and_status", ["workflowId", "deletedAtMs", "status"])
    .index("by_source", ["projectId", "deletedAtMs", "source"])
    .index("by_source_and_status", ["projectId", "deletedAtMs", "source", "status"])
    .index("by_workflow_and_source", ["workflowId", "deletedAtMs", "source"])
    .index("by_workflow_source_and_status", ["workflowId", "deletedAtMs", "source", "status"])
    .index("by_status_and_cost", ["projectId", "deletedAtMs", "status", "totalCostMicroUsd"])
    .index("by_workflow_status_and_cost", ["workflowId", "deletedAtMs", "status", "totalCostMicroUsd"])
    // A run belongs to one chain at most.
    .index("by_chain", ["sprintChainId", "workChainId", "deletedAtMs"])
    .index("by_proof", ["projectId", "deletedAtMs", "proofStatus"])
    .index("by_bound", ["boundAtMs"])
    .index("by_end", ["projectId", "completedAtMs"])
    .index("by_schedule", ["status", "scheduledForMs"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["projectId", "deletedAtMs", "status", "workflowId", "source"],
    }),
  // What each round of a run was asked. The change that begins the round writes it. Deleted with the run.
  runRounds: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    attempt: v.number(),
    round: v.number(),
    by: actor,
    prompt: v.optional(v.string()),
    // The items in the revisions that the round was given.
    feedback: v.array(v.object({ feedbackId: v.id("runFeedback"), revision: v.number() })),
  }).index("by_run", ["runId", "attempt", "round"]),
  // A row for each label of each run, with what lists filter by. It changes with the run, and is deleted with it.
  runLabels: defineTable({
    projectId: v.id("projects"),
    label: v.string(),
    runId: v.id("runs"),
    status: runStatus,
    workflowId: v.id("workflows"),
    source: runSource,
    // The time at which the run was created, as clients see it.
    createdAtMs: v.number(),
    ...deletionFields,
  })
    .index("by_label", ["projectId", "label", "deletedAtMs"])
    .index("by_label_and_status", ["projectId", "label", "deletedAtMs", "status"])
    .index("by_run", ["runId"]),
};
