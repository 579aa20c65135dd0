// What happens to jobs by the clock: leases, attempts, limits and sweeps.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../convex/_generated/server";
import { systemActor } from "../../convex/callers/actor";
import { cancelJobsOf } from "../../convex/jobs/cancellation";
import { claimJob } from "../../convex/jobs/claims";
import { buildClaimResult } from "../../convex/jobs/buildClaimResult";
import { enqueueJob } from "../../convex/jobs/model";
import type { JobWork } from "../../convex/jobs/schema";
import { createRun } from "../../convex/runs/creation";
import { publicId } from "../../convex/lib/publicIds";
import { runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { claimOf } from "../support/jobClaims";

describe("jobs over time", () => {
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
    await deployment.mutation(internal.jobs.scheduled.sweep, {});
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
  const release = () => deployment.mutation(internal.jobs.scheduled.release, {});
  const mergeRunOf = (mergeRunId: Id<"mergeRuns">) => deployment.run((ctx) => ctx.db.get("mergeRuns", mergeRunId));

  async function enqueue(): Promise<Id<"mergeRuns">> {
    const mergeRunId = await insertMergeRun();
    await deployment.run((ctx) => enqueueJob(ctx, projectId, { kind: "merge.execute", mergeRunId }));
    return mergeRunId;
  }

  const jobIn = (ctx: QueryCtx, subjectId: string) =>
    ctx.db
      .query("jobs")
      .withIndex("by_subject", (q) => q.eq("subjectId", subjectId))
      .unique();
  const jobOf = (subjectId: string) => deployment.run((ctx) => jobIn(ctx, subjectId));

  /** Claims a job that cannot be delivered, and checks that it waits for its second attempt. */
  async function expectPutBack(subjectId: string, request: object = {}): Promise<void> {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const refused = await job.refused("job.claim", { runnerId: "one", ...request });
    expect(refused).toEqual([500, "Something went wrong on our side."]);
    const error = "The input of the job could not be built.";
    const waiting = { status: "queued", attempts: 1, availableAtMs: nowMs + 5000, error };
    expect(await jobOf(subjectId)).toMatchObject(waiting);
    vi.restoreAllMocks();
  }

  it("a job whose delivery cannot be built is queued again at once, with the reason", async () => {
    const mergeRunId = await enqueue();
    const settings = () => deployment.run((ctx) => ctx.db.insert("projectSettings", { projectId, secrets: {} }));
    await settings();
    // There is at most one row.
    const wrong = await settings();
    await expectPutBack(mergeRunId);
    await deployment.run((ctx) => ctx.db.delete("projectSettings", wrong));
    pass(5);
    expect(await claim()).toMatchObject({ attempt: 2 });
  });

  async function startRun(): Promise<Id<"runs">> {
    return await deployment.run(async (ctx) => {
      const project = await ctx.db.get("projects", projectId);
      const row = { projectId, name: "Build", steps: [], isEnabled: true, updatedAtMs: nowMs };
      const workflow = await ctx.db.get("workflows", await ctx.db.insert("workflows", row));
      const wanted = { workflow: workflow!, prompt: "Build it.", source: "api", startedBy: systemActor } as const;
      return (await createRun(ctx, project!, wanted))._id;
    });
  }

  /** Makes the deliveries of all runs fail. Returns a function that mends them. */
  async function spoilDeliveries(): Promise<() => Promise<void>> {
    const parts = await deployment.run((ctx) => ctx.db.query("sharedCopyParts").take(20));
    const rewrite = (text: (part: Doc<"sharedCopyParts">) => string) =>
      deployment.run(async (ctx) => {
        for (const part of parts) await ctx.db.patch("sharedCopyParts", part._id, { text: text(part) });
      });
    await rewrite(() => "not JSON");
    return () => rewrite(({ text }) => text);
  }

  it("the same holds for a run, which the claim itself delivers", async () => {
    const kinds = ["run.execute"];
    const runId = await startRun();
    const mend = await spoilDeliveries();
    await expectPutBack(runId, { kinds });
    await mend();
    expect(await claim({ kinds })).toBeNull();
    pass(5);
    const claimed = await claim({ kinds });
    expect(claimed).toMatchObject({ attempt: 2, run: { id: publicId("runs", runId), prompt: "Build it." } });
    await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
  });

  describe("a run that cannot be delivered in its last attempt", () => {
    const error = "The input of the job could not be built.";
    const rowsOf = async (ctx: QueryCtx, runId: Id<"runs">) => ({
      job: await jobIn(ctx, runId),
      run: await ctx.db.get("runs", runId),
    });

    type Rows = Awaited<ReturnType<typeof rowsOf>>;

    /** Calls `meanwhile` after the last claim, in its transaction. Then the scheduled end is carried out. */
    async function failLastAttempt(meanwhile: (ctx: MutationCtx, rows: Rows) => Promise<void>) {
      const runId = await startRun();
      const { _id: jobId } = (await jobOf(runId))!;
      await deployment.run((ctx) => ctx.db.patch("jobs", jobId, { attempts: 4 }));
      const mend = await spoilDeliveries();
      vi.spyOn(console, "error").mockReturnValue(undefined);
      await deployment.run(async (ctx) => {
        const claimant = { runnerId: "one", leaseMs: 5000, tokenId: undefined };
        const claimed = await claimJob(ctx, { projectId, kinds: ["run.execute"] }, claimant);
        if (claimed === null || claimed === "passed") throw new Error("The job was not claimed.");
        expect(await buildClaimResult(ctx, claimed)).toEqual({ kind: "undelivered" });
        await meanwhile(ctx, await rowsOf(ctx, runId));
      });
      vi.restoreAllMocks();
      await mend();
      await deployment.settled();
      return { runId, ...(await deployment.run((ctx) => rowsOf(ctx, runId))) };
    }

    it("fails with its job, but not inside the claim", async () => {
      const { job: ended, run } = await failLastAttempt(async (_ctx, amid) => {
        expect(amid).toMatchObject({ job: { status: "claimed", attempts: 5 }, run: { status: "pending" } });
      });
      expect(ended).toMatchObject({ status: "failed", attempts: 5, error });
      expect(run).toMatchObject({ status: "failed", failureReason: "job_failed", error });
    });

    it("is cancelled when its job is cancelled before that", async () => {
      const { job: ended, run } = await failLastAttempt((ctx, amid) => cancelJobsOf(ctx, amid.run!._id));
      expect(ended).toMatchObject({ status: "cancelled" });
      expect(run).toMatchObject({ status: "cancelled" });
    });

    it("does not change when the claim no longer holds the job, and ends with the lease at the latest", async () => {
      const { runId, job: held } = await failLastAttempt((ctx, { job: claimed }) =>
        ctx.db.patch("jobs", claimed!._id, { fence: claimed!.fence + 1 }),
      );
      expect(held).toMatchObject({ status: "claimed" });
      pass(5);
      await release();
      await deployment.settled();
      const { job: ended, run } = await deployment.run((ctx) => rowsOf(ctx, runId));
      expect(ended).toMatchObject({ status: "failed" });
      expect(run).toMatchObject({ status: "failed", failureReason: "runner_lost" });
    });
  });

  it("an expired lease has no rights, and the next claim gets the job at once", async () => {
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
          q
            .eq("endedAtMs", undefined)
            .eq("leaseUntilMs", undefined)
            .eq("priority", undefined)
            .lte("availableAtMs", nowMs),
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

  it("a learning job that fails permanently sets the sandbox's learningStatus to failed", async () => {
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
    await deployment.mutation(internal.jobs.scheduled.sweep, {});
    const kept = await countJobs();
    pass(1);
    await deployment.mutation(internal.jobs.scheduled.sweep, {});
    expect(await countJobs()).toBe(Number(kept) - 1);
    expect(await claim()).not.toBeNull();
  });
});
