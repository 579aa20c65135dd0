// The artifacts of runs.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };
const file = { name: "report.txt", mediaType: "text/plain", size: 12, sha256: "0".repeat(64) };

export const area: Area = {
  rows: {
    artifacts: (at) => ({
      projectId: at.projectId,
      runId: at.parent("runs"),
      sandboxId: at.parent("sandboxes"),
      name: at.unique,
      mediaType: "application/json",
      size: 12,
      sha256: "0".repeat(64),
      state: "finished",
      storageId: at.file,
    }),
    artifactTotals: (at) => ({ projectId: at.projectId, runId: at.id("runs"), count: 1, bytes: 12 }),
    artifactFiles: (at) => ({ storageId: at.file, artifactId: at.id("artifacts") }),
    artifactSweeps: () => ({ untilMs: 0 }),
  },
  grow: {
    artifacts: "the artifacts of the runs of a project",
    artifactTotals: "the runs of a project",
    artifactFiles: "the artifacts of the runs of a project",
  },
  budgets: [
    ["GET /runs/artifacts", 9, ({ publicId }) => ({ id: publicId("runs"), limit: 3 })],
    ["GET /artifacts/:id/content", 6, ({ publicId }) => ({ id: publicId("artifacts") })],
    ["callback artifact.begin", 5, ({ publicId }) => ({ sandboxId: publicId("sandboxes", 14), ...file })],
    [
      "callback artifact.finish",
      2,
      ({ publicId, fileId }) => ({ artifactId: publicId("artifacts", 2), storageId: fileId }),
    ],
    [
      "function artifacts/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("runs") }),
    ],
    [
      "function artifacts/dashboard:content",
      8,
      ({ projectId, publicId }) => ({ projectId, id: publicId("artifacts"), from: 0 }),
    ],
  ],
};
