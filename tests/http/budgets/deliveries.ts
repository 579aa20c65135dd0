import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    runSnapshots: (at) => ({
      projectId: at.projectId,
      runId: at.id("runs"),
      attempt: 1,
      runName: "Build",
      settingsId: at.id("sharedCopies"),
      assetsId: at.id("sharedCopies"),
      planId: at.id("sharedCopies"),
      learnings: [{ role: "judge", sharedCopyId: at.id("sharedCopies") }],
      personaVersionIds: [],
    }),
    sharedCopies: (at) => ({ projectId: at.projectId, key: `plan:${at.unique}`, isCurrent: at.index % 4 === 0 }),
    sharedCopyParts: (at) => ({
      projectId: at.projectId,
      sharedCopyId: at.id("sharedCopies"),
      number: 0,
      // The text of a copy of any kind.
      text: JSON.stringify({ workflowName: "Build", steps: [], gitCommitName: null, assets: [] }),
    }),
    pendingDeletions: (at) => ({
      projectId: at.projectId,
      what: { kind: "sharedCopy", sharedCopyId: at.id("sharedCopies") },
      lookAtMs: 9e12,
    }),
  },
  budgets: [
    ["callback run.getDelivery", 6, ({ publicId }) => ({ runId: publicId("runs", 4) })],
    ["callback run.getPart", 3, ({ publicId }) => ({ runId: publicId("runs", 4), kind: "learnings", id: "judge" })],
  ],
};
