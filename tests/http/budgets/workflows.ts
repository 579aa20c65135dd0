import type { Area } from "../../support/readBudgets/area";

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
    ["POST /workflows", 5, { name: "Build", steps: [{ role: "designer", name: "Design" }] }],
    ["PUT /workflows/:id", 7, ({ publicId }) => ({ id: publicId("workflows"), name: "Ship" })],
    ["DELETE /workflows/:id", 6, ({ publicId }) => ({ id: publicId("workflows", 2) })],
    ["callback workflow.get", 1, ({ publicId }) => ({ workflowId: publicId("workflows") })],
  ],
};
