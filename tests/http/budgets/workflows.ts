import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    workflows: (at) => ({
      projectId: at.projectId,
      name: at.unique,
      steps: [{ role: "designer", name: "Design" }],
      isEnabled: true,
      updatedAtMs: 0,
    }),
  },
  budgets: [
    ["GET /workflows", 7, { limit: 2 }],
    ["GET /workflows/:id", 5, ({ publicId }) => ({ id: publicId("workflows") })],
    ["POST /workflows", 6, { name: "Build", steps: [{ role: "designer", name: "Design" }] }],
    ["PUT /workflows/:id", 10, ({ publicId }) => ({ id: publicId("workflows"), name: "Ship" })],
    ["DELETE /workflows/:id", 7, ({ publicId }) => ({ id: publicId("workflows", 2) })],
    ["callback workflow.get", 1, ({ publicId }) => ({ workflowId: publicId("workflows") })],

    ["function workflows/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function workflows/dashboard:get", 4, ({ projectId, publicId }) => ({ projectId, id: publicId("workflows") })],
    [
      "function workflows/dashboard:create",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        name: "Build",
        steps: [{ role: "designer", name: "Design", personaId: publicId("personas") }],
      }),
    ],
    [
      "function workflows/dashboard:update",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("workflows", 10), name: "Ship" }),
    ],
    [
      "function workflows/dashboard:remove",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("workflows", 10) }),
    ],
  ],
};
