import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    runSnapshots: (at) => ({
      projectId: at.projectId,
      runId: at.id("runs"),
      attempt: 1,
      runName: "Build",
      settingsId: at.id("supplies"),
      assetsId: at.id("supplies"),
      planId: at.id("supplies"),
      learnings: [{ role: "judge", supplyId: at.id("supplies") }],
      personaVersionIds: [],
    }),
    supplies: (at) => ({ projectId: at.projectId, key: `plan:${at.unique}`, isCurrent: at.index % 4 === 0 }),
    supplyParts: (at) => ({
      projectId: at.projectId,
      supplyId: at.id("supplies"),
      number: 0,
      // The text of a copy of any kind.
      text: JSON.stringify({ workflowName: "Build", steps: [], gitCommitName: null, assets: [] }),
    }),
    leftovers: (at) => ({
      projectId: at.projectId,
      what: { kind: "supply", supplyId: at.id("supplies") },
      lookAtMs: 9e12,
    }),
  },
  budgets: [
    ["callback run.getDelivery", 6, ({ publicId }) => ({ runId: publicId("runs", 4) })],
    ["callback run.getPart", 3, ({ publicId }) => ({ runId: publicId("runs", 4), kind: "learnings", id: "judge" })],
  ],
};
