// Sprint chains and work chains. Every work chain has one issue.
import { addressWithCanary } from "../../support/canaryAddress";
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    sprintChains: (at) => ({
      projectId: at.projectId,
      status: "running",
      workflowId: at.parent("workflows"),
      prompt: "Do the sprint.",
      gitRepoUrl: addressWithCanary,
      branchName: "main",
      sprintRange: { first: 1, last: 100 },
      currentSprintIndex: 0,
      sprints: [],
      cancelRequested: false,
    }),
    workChains: (at) => ({
      projectId: at.projectId,
      status: "pending",
      title: "Crashes",
      issueIds: [at.id("issues")],
      workflowId: at.parent("workflows"),
      gitRepoUrl: addressWithCanary,
      branchName: "main",
      currentIssueIndex: 0,
    }),
  },
  budgets: [
    ["GET /sprint-chains", 8, { limit: 3 }],
    ["GET /sprint-chains/:id", 5, ({ publicId }) => ({ id: publicId("sprintChains") })],
    [
      "POST /sprint-chains",
      5,
      ({ publicId }) => ({
        workflowId: publicId("workflows"),
        sprintRange: [1, 100],
        prompt: "Do the sprint.",
        gitRepoUrl: "https://git.example.com/demo",
      }),
    ],
    ["callback sprintChain.get", 1, ({ publicId }) => ({ chainId: publicId("sprintChains") })],
    [
      "callback sprintChain.updatePr",
      5,
      ({ publicId }) => ({ chainId: publicId("sprintChains"), sprintIndex: 0, prUrl: "https://git.example.com/pr/1" }),
    ],
    [
      "callback sprintChain.updateStatus",
      4,
      ({ publicId }) => ({ chainId: publicId("sprintChains", 6), status: "failed" }),
    ],
    ["DELETE /sprint-chains/:id", 6, ({ publicId }) => ({ id: publicId("sprintChains", 2) })],
    ["GET /work-chains/list", 8, { limit: 3 }],
    ["GET /work-chains/get", 5, ({ publicId }) => ({ id: publicId("workChains") })],
    ["GET /work-chains/issues", 5, ({ publicId }) => ({ id: publicId("workChains"), limit: 3 })],
    [
      "POST /work-chains/create",
      7,
      ({ publicId }) => ({ title: "Crashes", workflowId: publicId("workflows"), issueIds: [publicId("issues")] }),
    ],
    ["POST /work-chains/start", 7, ({ publicId }) => ({ chainId: publicId("workChains") })],
    ["POST /work-chains/delete", 5, ({ publicId }) => ({ chainId: publicId("workChains", 2) })],
    ["callback workChain.get", 1, ({ publicId }) => ({ chainId: publicId("workChains") })],
    [
      "callback workChain.updateStatus",
      4,
      ({ publicId }) => ({ chainId: publicId("workChains", 4), status: "failed" }),
    ],
    ["function sprintChains/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function sprintChains/dashboard:get",
      4,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sprintChains") }),
    ],
    [
      "function sprintChains/dashboard:create",
      5,
      ({ projectId, publicId }) => ({
        projectId,
        workflowId: publicId("workflows"),
        sprintRange: [1, 100],
        prompt: "Do the sprint.",
        gitRepoUrl: "https://git.example.com/demo",
      }),
    ],
    [
      "function sprintChains/dashboard:remove",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sprintChains", 10) }),
    ],
    ["function workChains/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function workChains/dashboard:get", 4, ({ projectId, publicId }) => ({ projectId, id: publicId("workChains") })],
    [
      "function workChains/dashboard:issues",
      4,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("workChains") }),
    ],
    [
      "function workChains/dashboard:create",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        title: "Crashes",
        workflowId: publicId("workflows"),
        issueIds: [publicId("issues", 18)],
      }),
    ],
    [
      "function workChains/dashboard:start",
      7,
      ({ projectId, publicId }) => ({ projectId, chainId: publicId("workChains", 10) }),
    ],
    [
      "function workChains/dashboard:remove",
      5,
      ({ projectId, publicId }) => ({ projectId, chainId: publicId("workChains", 12) }),
    ],
  ],
};
