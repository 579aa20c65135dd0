// Runner tokens. Those of the request's project are good: their maker is the owner of the project.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    runnerTokens: (at) => ({
      projectId: at.projectId,
      userId: at.keyUser,
      name: "Runner",
      hash: at.unique,
      prefix: "svc_runner_12345678",
      revokedAtMs: null,
    }),
  },
  budgets: [
    ["GET /project/runner-tokens", 14, { limit: 3 }],
    ["POST /project/runner-tokens/generate", 10, { name: "Runner", kinds: ["run.execute"] }],
    ["POST /project/runner-tokens/revoke", 7, ({ publicId }) => ({ tokenId: publicId("runnerTokens") })],
    ["function runnerTokens/dashboard:list", 13, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function runnerTokens/dashboard:generate", 9, ({ projectId }) => ({ projectId, name: "Runner" })],
    [
      "function runnerTokens/dashboard:revoke",
      7,
      ({ projectId, publicId }) => ({ projectId, tokenId: publicId("runnerTokens", 2) }),
    ],
    // The runners of the last ten minutes and the jobs that are claimed; there are as many of them among few rows.
    // One read is for what the runner says about itself.
    ["GET /runners", 7],
    ["function runners/dashboard:list", 6, ({ projectId }) => ({ projectId })],
    ["function runners/dashboard:connection", 3, ({ projectId }) => ({ projectId })],
  ],
};
