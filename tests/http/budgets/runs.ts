// Runs, their steps and their events. All rows of runs go on; those of a project are of one workflow and one chain. What
// members are told of is left out: it reads as much as there are members.
import type { Area, World } from "../../support/readBudgets/area";

const run =
  (index: number, more: object = {}) =>
  ({ publicId }: World) => ({ runId: publicId("runs", index), ...more });

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    runs: (at) => ({
      projectId: at.projectId,
      // Beyond those that the budgets below give.
      runNumber: at.index + 1_000_000,
      name: "Build",
      status: "running",
      source: "sprint_chain",
      prompt: "Build it.",
      gitRepoUrl: null,
      branchName: "main",
      workflowId: at.parent("workflows"),
      workflowName: "Build",
      costMicroUsd: 0,
      currentIteration: 0,
      maxIterations: 1,
      stopAfterCurrentTurn: false,
      attempt: 1,
      activeDurationMs: 0,
      sprintChainId: at.parent("sprintChains"),
      prUrl: "https://code.example/1",
      prStatus: "open",
    }),
    // At most one row for each project.
    runNumbers: (at) => ({ projectId: at.id("projects"), newest: 0 }),
    runSteps: (at) => ({
      projectId: at.projectId,
      runId: at.parent("runs"),
      attempt: 1,
      stepIndex: at.index,
      role: "designer",
      name: "Design",
      status: "completed",
      personaVersionId: at.parent("personaVersions"),
      inputTokens: 0,
      outputTokens: 0,
      costMicroUsd: 0,
    }),
    runEvents: (at) => ({
      projectId: at.projectId,
      runId: at.parent("runs"),
      seq: at.index + 1,
      type: "run.progress",
      data: "{}",
    }),
  },
  budgets: [
    ["GET /runs", 8, { limit: 3 }],
    ["GET /runs/list", 8, { limit: 3, status: "running" }],
    ["GET /runs/list", 8, { limit: 3, source: "sprint_chain", createdAfter: 0 }],
    ["GET /runs/list", 8, { limit: 3, source: "sprint_chain", status: "running" }],
    ["GET /runs/list", 9, ({ publicId }) => ({ limit: 3, workflowId: publicId("workflows"), status: "running" })],
    ["GET /runs/list", 9, ({ publicId }) => ({ limit: 3, workflowId: publicId("workflows"), source: "sprint_chain" })],
    ["GET /runs/by-workflow", 9, ({ publicId }) => ({ limit: 3, workflowId: publicId("workflows") })],
    ["GET /runs/by-chain", 9, ({ publicId }) => ({ limit: 3, chainId: publicId("sprintChains") })],
    ["GET /runs/get", 11, ({ publicId }) => ({ id: publicId("runs"), stepLimit: 3 })],
    ["GET /runs/detail", 11, run(0, { stepLimit: 3 })],
    ["GET /runs/by-number", 11, { runNumber: 1_000_000, stepLimit: 3 }],
    ["GET /runs/events", 9, ({ publicId }) => ({ id: publicId("runs"), limit: 3, after: 1 })],
    ["POST /runs/start", 14, ({ publicId }) => ({ workflowId: publicId("workflows"), prompt: "Build it." })],
    ["POST /runs/pause", 6, run(2)],
    ["POST /runs/resume", 6, run(2)],
    ["POST /runs/request-graceful-stop", 6, run(2)],
    ["POST /runs/rename", 6, run(2, { name: "Ship" })],
    ["POST /runs/cancel", 17, run(2)],
    ["POST /runs/restart", 13, run(2)],
    ["callback run.get", 2, run(2)],
    [
      "callback run.create",
      19,
      ({ publicId }) => ({ workflowId: publicId("workflows"), prompt: "Build it.", status: "running" }),
    ],
    ["callback run.createChainRun", 16, ({ publicId }) => ({ chainId: publicId("sprintChains", 4), sprintIndex: 0 })],
    ["callback run.updateProgress", 4, run(2, { progress: "Designing" })],
    ["callback run.updatePr", 3, run(8, { prUrl: "https://code.example/1", prStatus: "draft" })],
    ["callback run.updateCiChecks", 4, run(2, { status: "success", checks: [] })],
    ["callback run.setStopFlag", 4, run(2, { stop: true })],
    ["callback run.updateStatus", 15, run(8, { status: "cancelled" })],
    ["callback runStep.create", 3, run(4, { role: "designer", name: "Design", stepIndex: 0 })],
    ["callback runStep.updateStatus", 8, ({ publicId }) => ({ stepId: publicId("runSteps"), status: "failed" })],
    ["POST /runs/delete", 20, run(6)],
    ["POST /runs/restore", 10, run(6)],
    ["POST /runs/bulk-delete", 7, ({ publicId }) => ({ runIds: [publicId("runs", 6)] })],
    ["POST /runs/permanent-delete", 20, run(6)],
    ["function runs/dashboard:list", 0, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function runs/dashboard:list", 0, ({ projectId }) => ({ projectId, paginationOpts, status: "running" })],
    [
      "function runs/dashboard:list",
      0,
      ({ projectId }) => ({ projectId, paginationOpts, source: "sprint_chain", createdAfter: 0 }),
    ],
    [
      "function runs/dashboard:list",
      0,
      ({ projectId, publicId }) => ({
        projectId,
        paginationOpts,
        workflowId: publicId("workflows"),
        status: "running",
        source: "sprint_chain",
      }),
    ],
    [
      "function runs/dashboard:listByChain",
      0,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, chainId: publicId("sprintChains") }),
    ],
    ["function runs/dashboard:get", 0, ({ projectId, publicId }) => ({ projectId, id: publicId("runs", 8) })],
    ["function runs/dashboard:getByNumber", 0, ({ projectId }) => ({ projectId, runNumber: 1_000_008 })],
    [
      "function runSteps/dashboard:list",
      0,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, runId: publicId("runs") }),
    ],
    [
      "function runEvents/dashboard:list",
      0,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("runs") }),
    ],
    [
      "function runs/dashboardWrites:start",
      0,
      ({ projectId, publicId }) => ({ projectId, workflowId: publicId("workflows"), prompt: "Build it." }),
    ],
    [
      "function runs/dashboardWrites:pause",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10) }),
    ],
    [
      "function runs/dashboardWrites:resume",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10) }),
    ],
    [
      "function runs/dashboardWrites:stopGracefully",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10) }),
    ],
    [
      "function runs/dashboardWrites:rename",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10), name: "Ship" }),
    ],
    [
      "function runs/dashboardWrites:cancel",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10) }),
    ],
    [
      "function runs/dashboardWrites:restart",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 10) }),
    ],
    [
      "function runs/dashboardWrites:discard",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 12) }),
    ],
    [
      "function runs/dashboardWrites:restore",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 12) }),
    ],
    [
      "function runs/dashboardWrites:discardMany",
      0,
      ({ projectId, publicId }) => ({ projectId, runIds: [publicId("runs", 12)] }),
    ],
    [
      "function runs/dashboardWrites:purge",
      0,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 12) }),
    ],
  ],
};
