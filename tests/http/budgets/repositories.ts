import { addressWithCanary } from "../../support/canaryAddress";
import type { Area } from "../../support/readBudgets/area";

const gitRepoUrl = "https://code.example/acme/shop.git";

export const area: Area = {
  rows: {
    repositoryChecks: (at) => ({ projectId: at.projectId, gitRepoUrl: addressWithCanary, status: "pending" }),
  },
  grow: {
    repositoryChecks: "all checks of repositories in a week",
  },
  budgets: [
    ["POST /repositories/check", 4, { gitRepoUrl }],
    ["GET /repositories/checks", 8, { limit: 3 }],
    ["GET /repositories/checks/:id", 5, ({ publicId }) => ({ id: publicId("repositoryChecks") })],
    ["callback repositoryCheck.get", 1, ({ publicId }) => ({ checkId: publicId("repositoryChecks") })],
    [
      "callback repositoryCheck.report",
      2,
      ({ publicId }) => ({ checkId: publicId("repositoryChecks", 2), status: "ok", baseBranch: "main" }),
    ],
    ["function repositories/dashboard:check", 5, ({ projectId }) => ({ projectId, gitRepoUrl })],
    [
      "function repositories/dashboard:get",
      4,
      ({ projectId, publicId }) => ({ projectId, id: publicId("repositoryChecks") }),
    ],
    [
      "function repositories/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 3, cursor: null } }),
    ],
  ],
};
