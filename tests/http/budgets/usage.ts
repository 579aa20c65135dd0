import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    usageRecords: (at) => ({
      projectId: at.projectId,
      service: "openai",
      sandboxId: at.id("sandboxes"),
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      durationMs: 0,
      costMicroUsd: 0,
      isRated: true,
    }),
  },
  budgets: [
    [
      "callback usage.computeCostAndRecord",
      6,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), tokenUsage: {}, durationMs: 1, service: "sandbox" }),
    ],
  ],
};
