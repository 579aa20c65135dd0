import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, runner } from "../support/fixtures";
import { claimOf } from "../support/jobClaims";

const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

/** Makes a value that is nested deeper than the arguments of functions can be. */
function nested(depth: number): unknown {
  return depth === 0 ? null : [nested(depth - 1)];
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
    it("extends the lease by its length", async () => {
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

    it("reports that the job is cancelled, and no longer extends the lease", async () => {
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
    it("queues the job again after 5 seconds", async () => {
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

  it("a job that fails permanently fails its run, or its issue session, with the error as reason", async () => {
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
