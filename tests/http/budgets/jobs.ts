import type { Area } from "../../support/readBudgets/area";

const leaseMs = 900_000;

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    // The first few jobs are claimed, the others wait.
    jobs: (at) => ({
      projectId: at.projectId,
      work: { kind: "merge.execute", mergeRunId: at.id("mergeRuns") },
      kind: "merge.execute",
      subjectId: at.id("mergeRuns"),
      availableAtMs: at.index,
      cancelRequested: false,
      ...(at.index < 6
        ? { status: "claimed", attempts: 1, fence: 1, runnerId: "one", leaseMs: 5000, leaseUntilMs: 9e12 }
        : { status: "queued", attempts: 0, fence: 0 }),
    }),
    runnerAddress: () => ({ failures: 0 }),
    runners: (at) => ({ projectId: at.projectId, runnerId: at.unique, kinds: "", lastSeenAtMs: 0 }),
    // The first row is about the holders of the shared secret, and new, so claims only read it.
    lastClaims: (at) => ({
      ...(at.index === 0 ? {} : { projectId: at.projectId }),
      times: ["", "sandbox.devServer", "merge.execute"].map((kind) => ({ kind, atMs: 9e12 })),
    }),
    runnerPresence: (at) => ({ projectId: at.projectId, kind: at.unique, isPresent: true, sinceMs: at.index }),
  },
  grow: {
    jobs: "all that was asked of the runner in 30 days",
  },
  budgets: [
    // A claim also ends claims whose lease has run out. These leases are long, so that the claims of the measurement
    // among few rows, a minute earlier, have not run out. One read is for the record of who asks for jobs.
    ["callback job.claim", 7, { runnerId: "one", leaseMs }],
    ["callback job.claim", 8, { runnerId: "one", leaseMs, kinds: ["sandbox.devServer", "merge.execute"] }],
    ["callback job.heartbeat", 2, ({ publicId }) => ({ jobId: publicId("jobs"), runnerId: "one" })],
    ["callback job.complete", 3, ({ publicId }) => ({ jobId: publicId("jobs"), runnerId: "one" })],
    [
      "callback job.defer",
      4,
      ({ publicId }) => ({ jobId: publicId("jobs", 3), runnerId: "one", until: Date.now() + 60_000, reason: "Later." }),
    ],
    ["callback job.fail", 3, ({ publicId }) => ({ jobId: publicId("jobs", 2), runnerId: "one", error: "Again." })],
    [
      "callback job.fail",
      7,
      ({ publicId }) => ({ jobId: publicId("jobs", 4), runnerId: "one", error: "No.", retryable: false }),
    ],
    ["function jobs/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "queued" as const })],
  ],
};
