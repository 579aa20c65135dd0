import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { enqueueJob } from "../../convex/jobs/model";
import type { JobWork } from "../../convex/jobs/schema";
import { createRun } from "../../convex/runs/creation";
import { publicId } from "../../convex/lib/publicIds";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, runner } from "../support/fixtures";
import type { Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

/** Makes a value that is nested deeper than the arguments of functions can be. */
function nested(depth: number): unknown {
  return depth === 0 ? null : [nested(depth - 1)];
}

/**
 * Claims jobs until one belongs to this project. Any runner can claim any job, so jobs that other tests left come
 * first.
 */
async function claimOf(project: { projectId: string }, job: Runner, args: object) {
  for (;;) {
    const request = { runnerId: "one", ...args };
    const claimed = await job.call("job.claim", request);
    if (claimed === null || claimed.projectId === project.projectId) return claimed;
    await job.call("job.complete", { jobId: claimed.id, runnerId: request.runnerId });
  }
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  /** Queues a job for a merge run and returns the id of the merge run. */
  const enqueue = async (): Promise<string> => (await dataOf(api.post("/merging/start", { pullRequests }))).id;
  const claim = (args: object = {}) => claimOf(project, job, args);
  const mergeRun = (mergeRunId: string) => job.call("mergeRun.get", { mergeRunId });

  describe("job.claim", () => {
    it("returns a job with its lease, its number and the ids concerned", async () => {
      const mergeRunId = await enqueue();
      const before = Date.now();
      const claimed = await claim({ leaseMs: 20_000 });
      const after = Date.now();
      expect(claimed).toEqual({
        id: expect.stringMatching(/^job_/),
        _id: claimed.id,
        projectId: project.projectId,
        kind: "merge.execute",
        attempt: 1,
        mergeRunId,
        leaseUntil: expect.stringMatching(/Z$/),
        fence: 1,
        mergeRun: await mergeRun(mergeRunId),
        project: expect.objectContaining({ id: project.projectId }),
        settings: expect.objectContaining({ agentMd: null }),
      });
      const claimedAt = Date.parse(claimed.leaseUntil) - 20_000;
      expect(claimedAt).toBeGreaterThanOrEqual(before);
      expect(claimedAt).toBeLessThanOrEqual(after);
    });

    it("is null when nothing waits", async () => {
      expect(await claim()).toBeNull();
      expect(await claim({ kinds: ["run.execute", "merge.execute"], leaseMs: null })).toBeNull();
      await enqueue();
      expect(await claim({ kinds: ["run.execute"] })).toBeNull();
      expect(await claim({ kinds: ["run.execute", "merge.execute", "merge.execute"] })).not.toBeNull();
      expect(await claim()).toBeNull();
    });

    it("returns the oldest job first, for a minute by default", async () => {
      const mergeRunIds = [await enqueue(), await enqueue(), await enqueue()];
      const claimed = [await claim(), await claim({ kinds: ["merge.execute"] }), await claim({ kinds: null })];
      expect(claimed.map(({ mergeRunId }) => mergeRunId)).toEqual(mergeRunIds);
      const leaseMs = Date.parse(claimed[2].leaseUntil) - Date.now();
      expect(Math.abs(leaseMs - 60_000)).toBeLessThan(10_000);
    });

    it("gives each job to one runner, however many ask at once", async () => {
      for (let count = 0; count < 6; count++) await enqueue();
      const runnerIds = Array.from({ length: 12 }, (_, index) => `runner-${index}`);
      const claims = await Promise.all(runnerIds.map((runnerId) => claim({ runnerId })));
      const given = claims.filter((claimed) => claimed !== null).map(({ id }) => id);
      expect(given).toHaveLength(6);
      expect(new Set(given).size).toBe(6);
    });

    it.each([
      ["args.runnerId", {}],
      ["args.runnerId", { runnerId: " " }],
      ["args.runnerId", { runnerId: null }],
      ["args.runnerId", { runnerId: "x".repeat(201) }],
      ["args.kinds", { runnerId: "one", kinds: [] }],
      ["args.kinds", { runnerId: "one", kinds: "run.execute" }],
      ["args.kinds.1", { runnerId: "one", kinds: ["run.execute", "run.eat"] }],
      ["args.leaseMs", { runnerId: "one", leaseMs: 4999 }],
      ["args.leaseMs", { runnerId: "one", leaseMs: 900_001 }],
      ["args.leaseMs", { runnerId: "one", leaseMs: 5000.5 }],
      ["args.jobId", { runnerId: "one", jobId: "job_x" }],
    ])("400 naming %s for %j", async (field, args) => {
      await enqueue();
      expect(await job.refused("job.claim", args)).toEqual([400, expect.stringContaining(`${field} `)]);
      expect(await claim()).toMatchObject({ attempt: 1 });
    });
  });

  describe("job.heartbeat", () => {
    it("prolongs the lease by its length", async () => {
      await enqueue();
      const { id: jobId, leaseUntil } = await claim({ leaseMs: 5000 });
      const beat = await job.call("job.heartbeat", { jobId, runnerId: "one" });
      expect(beat).toEqual({
        id: jobId,
        status: "claimed",
        leaseUntil: expect.stringMatching(/Z$/),
        cancelRequested: false,
      });
      expect(Date.parse(beat.leaseUntil)).toBeGreaterThanOrEqual(Date.parse(leaseUntil));
    });

    it("reports that the job is cancelled, and no longer prolongs the lease", async () => {
      const mergeRunId = await enqueue();
      const { id: jobId, leaseUntil } = await claim();
      await job.call("mergeRun.updateStatus", { mergeRunId, status: "cancelled" });
      const expected = { id: jobId, status: "cancelled", leaseUntil, cancelRequested: true };
      expect(await job.call("job.heartbeat", { jobId, runnerId: "one" })).toEqual(expected);
      expect(await job.call("job.heartbeat", { jobId, runnerId: "one" })).toEqual(expected);
      const failed = await job.call("job.fail", { jobId, runnerId: "one", error: "Stopped." });
      expect(failed).toMatchObject({ status: "cancelled", endedAt: expect.stringMatching(/Z$/) });
      expect(await claim()).toBeNull();
    });
  });

  describe("job.complete", () => {
    it("ends the job with any result", async () => {
      for (const result of [undefined, null, "text", { $a: 1, _b: [{ "": nested(100) }], "n\u00e9": "\u{1f600}" }]) {
        const mergeRunId = await enqueue();
        const { id: jobId } = await claim();
        expect(await job.call("job.complete", { jobId, runnerId: "one", result })).toEqual({
          id: jobId,
          _id: jobId,
          projectId: project.projectId,
          kind: "merge.execute",
          attempt: 1,
          mergeRunId,
          status: "done",
          error: null,
          availableAt: null,
          endedAt: expect.stringMatching(/Z$/),
        });
      }
      expect(await claim()).toBeNull();
    });

    it("makes the job done, not cancelled, if the runner finished before it learned of the cancellation", async () => {
      const mergeRunId = await enqueue();
      const { id: jobId } = await claim();
      await job.call("mergeRun.updateStatus", { mergeRunId, status: "cancelled" });
      expect(await job.call("job.complete", { jobId, runnerId: "one" })).toMatchObject({ status: "done" });
    });

    it("400 for a result of more than 100,000 characters", async () => {
      await enqueue();
      const { id: jobId } = await claim();
      const complete = { jobId, runnerId: "one" };
      const refused = await job.refused("job.complete", { ...complete, result: "x".repeat(99_999) });
      expect(refused).toEqual([400, expect.stringContaining("args.result")]);
      const taken = await job.call("job.complete", { ...complete, result: "x".repeat(99_998) });
      expect(taken).toMatchObject({ status: "done" });
    });
  });

  describe("job.fail", () => {
    it("puts the job back for 5 seconds", async () => {
      const mergeRunId = await enqueue();
      const { id: jobId } = await claim();
      const before = Date.now();
      const failed = await job.call("job.fail", { jobId, runnerId: "one", error: " No sandbox. " });
      expect(failed).toMatchObject({ id: jobId, status: "queued", attempt: 1, error: "No sandbox.", endedAt: null });
      const delay = Date.parse(failed.availableAt) - before;
      expect(delay).toBeGreaterThanOrEqual(5000);
      expect(delay).toBeLessThan(10_000);
      expect(await claim()).toBeNull();
      expect(await mergeRun(mergeRunId)).toMatchObject({ status: "running" });
    });

    it("fails the job and its merge run when it is not retryable", async () => {
      const mergeRunId = await enqueue();
      const { id: jobId } = await claim();
      const failed = await job.call("job.fail", { jobId, runnerId: "one", error: "No access.", retryable: false });
      expect(failed).toMatchObject({ status: "failed", error: "No access.", availableAt: null });
      expect(await mergeRun(mergeRunId)).toMatchObject({ status: "failed", error: "No access." });
    });

    it.each([
      ["args.error", {}],
      ["args.error", { error: " " }],
      ["args.error", { error: "x".repeat(10_001) }],
      ["args.retryable", { error: "x", retryable: "no" }],
    ])("400 naming %s for %j", async (field, args) => {
      await enqueue();
      const { id: jobId } = await claim();
      const refused = await job.refused("job.fail", { jobId, runnerId: "one", ...args });
      expect(refused).toEqual([400, expect.stringContaining(field)]);
    });
  });

  describe.each([
    ["job.heartbeat", {}],
    ["job.complete", {}],
    ["job.fail", { error: "x" }],
    ["job.defer", { until: Date.now() + 3_600_000, reason: "x" }],
  ])("%s", (operation, args) => {
    it("400 for a runner that does not hold the job, changing nothing", async () => {
      const mergeRunId = await enqueue();
      const { id: jobId, fence } = await claim();
      expect(await job.refused(operation, { jobId, runnerId: "two", ...args })).toEqual([
        400,
        `The runner does not hold the job ${jobId}: another one has claimed it.`,
      ]);
      const stale = await job.refused(operation, { jobId, runnerId: "one", ...args }, { jobId, fence: fence - 1 });
      expect(stale).toEqual([400, expect.stringMatching(/^stale lease/)]);
      await job.call("job.complete", { jobId, runnerId: "one" }, { jobId, fence });
      expect(await job.refused(operation, { jobId, runnerId: "one", ...args })).toEqual([
        400,
        expect.stringContaining("The job is done"),
      ]);
      expect(await mergeRun(mergeRunId)).toMatchObject({ status: "running" });
    });

    it("400 for another process with the same name, if each sends the number of its claim", async () => {
      await enqueue();
      const { id: jobId, fence } = await claim();
      await job.call("job.fail", { jobId, runnerId: "one", fence, error: "x", retryable: false });
      await enqueue();
      const { id: other, fence: newest } = await claim();
      const stale = await job.refused(operation, { jobId: other, runnerId: "one", fence: newest - 1, ...args });
      expect(stale).toEqual([400, `stale lease: claim ${newest - 1} of ${other} is over.`]);
      await job.call(operation, { jobId: other, runnerId: "one", fence: newest, ...args });
    });

    it("400 for a job that no runner holds, and for an id that is not a job's", async () => {
      await enqueue();
      const { id: jobId } = await claim();
      await job.call("job.fail", { jobId, runnerId: "one", error: "x" });
      expect(await job.refused(operation, { jobId, runnerId: "one", ...args })).toEqual([
        400,
        expect.stringContaining("The job is queued"),
      ]);
      for (const other of ["", "job_", "job_x", project.projectId]) {
        const refused = await job.refused(operation, { jobId: other, runnerId: "one", ...args });
        expect(refused).toEqual([400, expect.stringContaining("There is no job")]);
      }
    });
  });

  it("a job that fails for good fails its run, or its issue session, with the error as reason", async () => {
    const workflowId = await createWorkflow(api);
    const run = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
    const session = await dataOf(api.post("/issue-sessions/start", { prompt: "Find bugs." }));
    for (const kind of ["run.execute", "issueSession.scan"]) {
      const { id: jobId } = await claim({ kinds: [kind] });
      await job.call("job.fail", { jobId, runnerId: "one", error: "No access.", retryable: false });
    }
    expect(await dataOf(api.get(`/runs/get?id=${run.id}`))).toMatchObject({ status: "failed" });
    expect(await dataOf(api.get(`/issue-sessions/get?id=${session.id}`))).toMatchObject({ status: "failed" });
    expect(await claim()).toBeNull();
  });

  it("a job that is cancelled before it was claimed goes to no runner", async () => {
    const mergeRunId = await enqueue();
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "cancelled" });
    expect(await claim()).toBeNull();
  });
});

describe("as time goes by", () => {
  const startedAt = Date.UTC(2026, 5, 1);
  const dayMs = 24 * 60 * 60 * 1000;
  const deployment = inProcess();
  const job = runner(deployment);
  let nowMs = startedAt;
  let projectId: Id<"projects">;
  beforeEach(async () => {
    // Later than any job that an earlier test has left waiting.
    nowMs += 365 * dayMs;
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    await deployment.mutation(internal.jobs.jobs.sweep, {});
    projectId = await deployment.run((ctx) =>
      ctx.db.insert("projects", { name: "Demo", slug: "timed", gitRepoUrl: null }),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
    vi.setSystemTime(nowMs);
  };
  const claim = (args: object = {}) => claimOf({ projectId: publicId("projects", projectId) }, job, args);
  const release = () => deployment.mutation(internal.jobs.jobs.release, {});
  const mergeRunOf = (mergeRunId: Id<"mergeRuns">) => deployment.run((ctx) => ctx.db.get("mergeRuns", mergeRunId));

  async function enqueue(): Promise<Id<"mergeRuns">> {
    const mergeRunId = await insertMergeRun();
    await deployment.run((ctx) => enqueueJob(ctx, projectId, { kind: "merge.execute", mergeRunId }));
    return mergeRunId;
  }

  it("a job whose delivery cannot be built is queued again at once, with the reason", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const mergeRunId = await enqueue();
    const settings = () => deployment.run((ctx) => ctx.db.insert("projectSettings", { projectId, secrets: {} }));
    await settings();
    // There is at most one row.
    const wrong = await settings();
    expect(await job.refused("job.claim", { runnerId: "one" })).toEqual([500, "Something went wrong on our side."]);
    const [waiting] = await deployment.run((ctx) =>
      ctx.db
        .query("jobs")
        .withIndex("by_subject", (q) => q.eq("subjectId", mergeRunId))
        .take(1),
    );
    const error = "What the job is about could not be put together.";
    expect(waiting).toMatchObject({ status: "queued", attempts: 1, availableAtMs: nowMs + 5000, error });
    await deployment.run((ctx) => ctx.db.delete("projectSettings", wrong));
    pass(5);
    expect(await claim()).toMatchObject({ attempt: 2 });
    vi.restoreAllMocks();
  });

  it("the same holds for a run, which the claim itself delivers", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const kinds = ["run.execute"];
    const runId = await deployment.run(async (ctx) => {
      const project = await ctx.db.get("projects", projectId);
      const row = { projectId, name: "Build", steps: [], isEnabled: true, updatedAtMs: nowMs };
      const workflow = await ctx.db.get("workflows", await ctx.db.insert("workflows", row));
      return (await createRun(ctx, project!, { workflow: workflow!, prompt: "Build it.", source: "api" }))._id;
    });
    const parts = await deployment.run((ctx) => ctx.db.query("supplyParts").take(20));
    const rewrite = (text: (part: Doc<"supplyParts">) => string) =>
      deployment.run(async (ctx) => {
        for (const part of parts) await ctx.db.patch("supplyParts", part._id, { text: text(part) });
      });
    await rewrite(() => "not JSON");
    expect(await job.refused("job.claim", { runnerId: "one", kinds })).toEqual([
      500,
      "Something went wrong on our side.",
    ]);
    const [waiting] = await deployment.run((ctx) =>
      ctx.db
        .query("jobs")
        .withIndex("by_subject", (q) => q.eq("subjectId", runId))
        .take(1),
    );
    const error = "What the job is about could not be put together.";
    expect(waiting).toMatchObject({ status: "queued", attempts: 1, availableAtMs: nowMs + 5000, error });
    await rewrite(({ text }) => text);
    expect(await claim({ kinds })).toBeNull();
    pass(5);
    const claimed = await claim({ kinds });
    expect(claimed).toMatchObject({ attempt: 2, run: { id: publicId("runs", runId), prompt: "Build it." } });
    await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
    vi.restoreAllMocks();
  });

  it("a lease that is over gives no rights, and the next claim gets the job at once", async () => {
    await enqueue();
    const first = await claim({ leaseMs: 5000 });
    pass(4.999);
    expect(await claim({ runnerId: "two" })).toBeNull();
    pass(0.001);
    for (const operation of ["job.heartbeat", "job.complete"]) {
      expect(await job.refused(operation, { jobId: first.id, runnerId: "one" })).toEqual([
        400,
        `The runner does not hold the job ${first.id}: its lease has run out.`,
      ]);
    }
    const second = await claim({ runnerId: "two" });
    expect(second).toMatchObject({ id: first.id, attempt: 2, fence: 2 });
    const stale = await job.refused(
      "job.complete",
      { jobId: first.id, runnerId: "one" },
      { jobId: first.id, fence: first.fence },
    );
    expect(stale).toEqual([400, expect.stringMatching(/^stale lease/)]);
    expect(await job.call("job.complete", { jobId: first.id, runnerId: "two" })).toMatchObject({ status: "done" });
  });

  it("heartbeats keep a job while they come", async () => {
    await enqueue();
    const { id: jobId } = await claim({ leaseMs: 5000 });
    for (let beats = 0; beats < 10; beats++) {
      pass(4);
      const { leaseUntil } = await job.call("job.heartbeat", { jobId, runnerId: "one" });
      expect(Date.parse(leaseUntil)).toBe(nowMs + 5000);
      expect(await claim({ runnerId: "two" })).toBeNull();
    }
  });

  it("a failed attempt is followed by the next after 5, 10, 20 and 40 seconds; the fifth fails its work", async () => {
    const mergeRunId = await enqueue();
    for (const seconds of [5, 10, 20, 40]) {
      const { id: jobId } = await claim();
      await job.call("job.fail", { jobId, runnerId: "one", error: "Again." });
      pass(seconds - 0.001);
      expect(await claim()).toBeNull();
      pass(0.001);
    }
    const { id: jobId, attempt } = await claim();
    expect(attempt).toBe(5);
    const failed = await job.call("job.fail", { jobId, runnerId: "one", error: "For good." });
    expect(failed).toMatchObject({ status: "failed", error: "For good." });
    expect(await mergeRunOf(mergeRunId)).toMatchObject({ status: "failed", error: "For good." });
    pass(600);
    expect(await claim()).toBeNull();
  });

  it("a job whose runner is lost five times fails with its work, without a request", async () => {
    const mergeRunId = await enqueue();
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await claim()).toMatchObject({ attempt });
      pass(60);
      await release();
    }
    await deployment.settled();
    expect(await mergeRunOf(mergeRunId)).toMatchObject({
      status: "failed",
      error: "The runner was lost in attempt 5: its lease ran out.",
    });
    expect(await claim()).toBeNull();
  });

  it("after a short lease has run out, the job waits as long as after a failure", async () => {
    await enqueue();
    const waited = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      const { leaseUntil } = await claim({ leaseMs: 5000 });
      pass(5);
      let seconds = 0;
      while ((await claim({ kinds: ["run.execute"] })) === null && !(await isAvailable())) {
        pass(1);
        seconds++;
      }
      waited.push(seconds);
      expect(Date.parse(leaseUntil) + seconds * 1000).toBe(nowMs);
    }
    expect(waited).toEqual([0, 5, 15, 35]);
  });

  async function isAvailable(): Promise<boolean> {
    const found = await deployment.run((ctx) =>
      ctx.db
        .query("jobs")
        .withIndex("by_end_and_lease", (q) =>
          q.eq("endedAtMs", undefined).eq("leaseUntilMs", undefined).lte("availableAtMs", nowMs),
        )
        .first(),
    );
    return found !== null;
  }

  it("a cancelled job of a runner that is lost ends as cancelled", async () => {
    const mergeRunId = await enqueue();
    const { id: jobId } = await claim();
    await job.call("mergeRun.updateStatus", { mergeRunId: `merge_${mergeRunId}`, status: "cancelled" });
    pass(60);
    expect(await claim()).toBeNull();
    await deployment.settled();
    expect(await job.refused("job.heartbeat", { jobId, runnerId: "one" })).toEqual([
      400,
      expect.stringContaining("The job is cancelled"),
    ]);
  });

  it.each(["completed", "failed"])("a job of a lost runner is not tried again when its work is %s", async (status) => {
    const mergeRunId = await enqueue();
    const { id: jobId } = await claim();
    await job.call("mergeRun.updateStatus", { mergeRunId: `merge_${mergeRunId}`, status });
    pass(60);
    await release();
    expect(await claim()).toBeNull();
    expect(await mergeRunOf(mergeRunId)).toMatchObject({ status });
    expect(await job.refused("job.heartbeat", { jobId, runnerId: "one" })).toEqual([
      400,
      expect.stringContaining("The job is cancelled"),
    ]);
  });

  it("a claim of several kinds gets the oldest job of them", async () => {
    const sandboxId = await createSandbox();
    const work: JobWork[] = [
      { kind: "sandbox.devServer", sandboxId },
      { kind: "merge.execute", mergeRunId: await insertMergeRun() },
      { kind: "learning.extract", sandboxId },
      { kind: "sandbox.devServer", sandboxId },
    ];
    for (const each of work) {
      await deployment.run((ctx) => enqueueJob(ctx, projectId, each));
      pass(1);
    }
    const kinds = ["merge.execute", "sandbox.devServer"];
    const claimed = [await claim({ kinds }), await claim({ kinds }), await claim({ kinds })];
    expect(claimed.map(({ kind }) => kind)).toEqual(["sandbox.devServer", "merge.execute", "sandbox.devServer"]);
    expect(await claim({ kinds })).toBeNull();
    expect(await claim()).toMatchObject({ kind: "learning.extract", sandboxId: publicId("sandboxes", sandboxId) });
  });

  it("a learning job that fails for good sets the sandbox's learningStatus to failed", async () => {
    const sandboxId = await createSandbox();
    await deployment.run((ctx) => enqueueJob(ctx, projectId, { kind: "learning.extract", sandboxId }));
    const { id: jobId } = await claim();
    await job.call("job.fail", { jobId, runnerId: "one", error: "No.", retryable: false });
    const sandbox = await deployment.run((ctx) => ctx.db.get("sandboxes", sandboxId));
    expect(sandbox).toMatchObject({ status: "running", learningStatus: "failed" });
  });

  const insertMergeRun = () =>
    deployment.run((ctx) => ctx.db.insert("mergeRuns", { projectId, status: "running", pullRequests: [] }));

  async function createSandbox(): Promise<Id<"sandboxes">> {
    const mergeRunId = await insertMergeRun();
    return await deployment.run((ctx) =>
      ctx.db.insert("sandboxes", {
        projectId,
        purpose: { kind: "mergeRun", mergeRunId },
        runtimeSandboxId: "box-1",
        status: "running",
        hasAssistantMessages: false,
      }),
    );
  }

  it("a job that has ended is kept for 30 days, a job that waits without limit", async () => {
    const countJobs = async () => (await deployment.documents())["jobs"]?.length;
    await enqueue();
    const { id: jobId } = await claim();
    await job.call("job.complete", { jobId, runnerId: "one" });
    await enqueue();
    pass((30 * dayMs) / 1000);
    await deployment.mutation(internal.jobs.jobs.sweep, {});
    const kept = await countJobs();
    pass(1);
    await deployment.mutation(internal.jobs.jobs.sweep, {});
    expect(await countJobs()).toBe(Number(kept) - 1);
    expect(await claim()).not.toBeNull();
  });
});
