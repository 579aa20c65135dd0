import type { Area } from "../../support/readBudgets/area";

const leaseMs = 900_000;

/** The first few jobs are claimed, a few have failed for good, and the others wait. */
function stateOf(index: number) {
  if (index < 6) {
    return { status: "claimed", attempts: 1, fence: 1, runnerId: "one", leaseMs: 5000, leaseUntilMs: 9e12 } as const;
  }
  if (index >= 16 && index < 20) {
    return { status: "failed", attempts: 5, fence: 5, error: "No disk.", endedAtMs: 9e12 } as const;
  }
  return { status: "queued", attempts: 0, fence: 0 } as const;
}

const paginationOpts = { numItems: 3, cursor: null };

const report = {
  name: "builder",
  version: "0.1.0",
  protocol: 1,
  agents: [],
  places: { total: 2, free: 1, waiting: 0 },
  freeDiskMb: 1000,
};

export const area: Area = {
  rows: {
    // Their merge runs have failed, too (notifications.ts).
    jobs: (at) => ({
      projectId: at.projectId,
      // The sixth works on a run, whose agent gets a token.
      ...(at.index === 5
        ? { work: { kind: "run.execute", runId: at.id("runs") }, kind: "run.execute", subjectId: at.id("runs") }
        : {
            work: { kind: "merge.execute", mergeRunId: at.id("mergeRuns") },
            kind: "merge.execute",
            subjectId: at.id("mergeRuns"),
          }),
      availableAtMs: at.index,
      cancelRequested: false,
      ...stateOf(at.index),
    }),
    followedRequests: (at) => ({
      projectId: at.projectId,
      subject: { kind: "run", runId: at.id("runs") },
      subjectId: at.unique,
      repository: "acme/shop",
      number: at.index + 1,
      sinceMs: 0,
      areChecksRunning: false,
    }),
    runnerAddress: () => ({ failures: 0 }),
    runners: (at) => ({ projectId: at.projectId, runnerId: at.unique, kinds: "", lastSeenAtMs: 0 }),
    // The first row is that of the runner that claims here.
    runnerReports: (at) => ({
      ...(at.index === 0 ? { runnerId: "one" } : { projectId: at.projectId, runnerId: at.unique }),
      report,
      reportedAtMs: 0,
    }),
    // The first row is about the holders of the shared secret, and new, so claims only read it.
    lastClaims: (at) => ({
      ...(at.index === 0 ? {} : { projectId: at.projectId }),
      times: ["", "sandbox.devServer", "merge.execute"].map((kind) => ({ kind, atMs: 9e12 })),
    }),
    runnerPresence: (at) => ({ projectId: at.projectId, kind: at.unique, isPresent: true, sinceMs: at.index }),
  },
  grow: {
    followedRequests: "the open pull requests of runs",
    jobs: "all that was asked of the runner in 30 days",
  },
  budgets: [
    // A claim also ends claims whose lease has run out. These leases are long, so that the claims of the measurement
    // among few rows, a minute earlier, have not run out. One read is for the record of who asks for jobs.
    ["callback job.claim", 7, { runnerId: "one", leaseMs }],
    ["callback job.claim", 8, { runnerId: "one", leaseMs, kinds: ["sandbox.devServer", "merge.execute"] }],
    // The looks that hooks have made due (hooks.ts), and a round that a person begins.
    ["POST /runs/continue", 19, ({ publicId }) => ({ runId: publicId("runs", 8), prompt: "Once more." }), "last"],
    ["callback job.claim", 8, { runnerId: "one", leaseMs, kinds: ["pullRequest.look"] }, "last"],
    ["callback job.claim", 20, { runnerId: "one", leaseMs, kinds: ["run.continue"] }, "last"],
    ["callback job.claim", 18, { runnerId: "one", leaseMs, protocol: 2 }, "last"],
    ["callback job.heartbeat", 2, ({ publicId }) => ({ jobId: publicId("jobs"), runnerId: "one" })],
    [
      "callback job.makeAgentToken",
      3,
      ({ publicId }) => ({ jobId: publicId("jobs", 5), fence: 1, runId: publicId("runs", 5) }),
    ],
    ["callback runner.report", 2, { runnerId: "one", ...report }],
    ["callback job.complete", 3, ({ publicId }) => ({ jobId: publicId("jobs"), runnerId: "one" })],
    [
      "callback job.defer",
      4,
      ({ publicId }) => ({ jobId: publicId("jobs", 3), runnerId: "one", until: Date.now() + 60_000, reason: "Later." }),
    ],
    ["callback job.fail", 3, ({ publicId }) => ({ jobId: publicId("jobs", 2), runnerId: "one", error: "Again." })],
    [
      "callback job.fail",
      8,
      ({ publicId }) => ({ jobId: publicId("jobs", 4), runnerId: "one", error: "No.", retryable: false }),
    ],
    ["GET /jobs", 8, { limit: 3, status: "queued" }],
    ["GET /jobs", 7, { limit: 3, status: "failed", kind: "merge.execute" }],
    ["POST /jobs/redrive", 8, ({ publicId }) => ({ jobId: publicId("jobs", 16) })],
    ["function jobs/dashboard:redrive", 8, ({ projectId, publicId }) => ({ projectId, jobId: publicId("jobs", 18) })],
    ["function jobs/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "failed" as const })],
    ["function jobs/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "queued" as const })],
  ],
};
