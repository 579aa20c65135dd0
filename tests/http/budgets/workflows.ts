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
    ["GET /workflows", 0, { limit: 2 }],
    ["GET /workflows/:id", 0, ({ publicId }) => ({ id: publicId("workflows") })],
    ["POST /workflows", 0, { name: "Build", steps: [{ role: "designer", name: "Design" }] }],
    ["PUT /workflows/:id", 0, ({ publicId }) => ({ id: publicId("workflows"), name: "Ship" })],
    ["DELETE /workflows/:id", 0, ({ publicId }) => ({ id: publicId("workflows", 2) })],
    ["callback workflow.get", 0, ({ publicId }) => ({ workflowId: publicId("workflows") })],
  ],
};
