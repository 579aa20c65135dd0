// Time limits: whatever a run, a job, a sandbox or a stream waits for, the clock ends it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { QueryCtx } from "../../convex/_generated/server";
import { claimJob } from "../../convex/jobs/claims";
import {
  callbackOf,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  refusalOf,
  startRun,
} from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const stale = [400, expect.stringMatching(/^stale lease/)];

let nowMs: number;
let deployment: InProcess;
let job: Runner;
let api: Client;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 1);
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  deployment = inProcess();
  job = await callbackOf(deployment);
  api = client(deployment, (await createProject(deployment)).apiKey);
});
afterEach(async () => {
  vi.useRealTimers();
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
});

/** Runs all crons that end overdue work. */
async function sweep(): Promise<void> {
  await deployment.mutation(internal.jobs.scheduled.release, {});
  await deployment.mutation(internal.jobs.scheduled.endOverdue, {});
  await deployment.mutation(internal.runs.scheduled.endOverdue, {});
  await deployment.mutation(internal.sandboxes.scheduled.endOverdue, {});
  await deployment.mutation(internal.messages.scheduled.finishOverdue, {});
  await deployment.settled();
}

async function pass(ms: number): Promise<void> {
  nowMs += ms;
  vi.setSystemTime(nowMs);
  await sweep();
}

const run = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
const claim = (args: object = {}) => job.call("job.claim", { runnerId: "one", leaseMs: 900_000, ...args });
const report = (runId: string, status: string, lease?: { jobId: string; fence: number }) =>
  job.call("run.updateStatus", { runId, status }, lease);
const news = async () => (await dataOf(api.get("/notifications"))).map(({ type }: { type: string }) => type);
const ends = async (runId: string) =>
  (await dataOf(api.get(`/runs/events?id=${runId}`)))
    .filter(({ type }: { type: string }) => type === "run.status")
    .map(({ data }: { data: { status: string; reason?: string } }) => [data.status, data.reason ?? null]);

/** Starts a run and claims it with a runner that sends heartbeats when asked. */
async function running(changes: Parameters<typeof startRun>[1] = {}) {
  const { id } = await startRun(api, changes);
  const { id: jobId, fence } = await claim();
  const lease = { jobId, fence };
  await report(id, "running", lease);
  return { runId: id as string, lease, beat: () => job.call("job.heartbeat", { jobId, runnerId: "one" }, lease) };
}

const timed = async (maxIterations: number) => {
  const steps = [
    { role: "designer", name: "Design", timeoutMs: 10 * minute, maxRetries: 2 },
    { role: "checker", name: "Check", timeoutMs: 5 * minute },
  ];
  return { workflowId: await createWorkflow(api, { steps }), maxIterations };
};

describe("a job whose run was completed before its runner was lost", () => {
  const statuses = () =>
    deployment.run(async (ctx) => (await ctx.db.query("jobs").take(2)).map(({ status }) => status));
  const completed = async () => {
    const { runId, lease } = await running();
    await report(runId, "completed", lease);
    return { runId, lease };
  };

  it("goes to no other runner when the lease has run out, and the run stays completed", async () => {
    const { runId, lease } = await completed();
    nowMs += 900_000;
    vi.setSystemTime(nowMs);
    expect(await claim({ runnerId: "two" })).toBeNull();
    expect(await statuses()).toEqual(["cancelled"]);
    expect(await job.refused("job.complete", { jobId: lease.jobId, runnerId: "one" }, lease)).toEqual([
      400,
      "The job is cancelled; complete is possible only when it is claimed.",
    ]);
    await pass(2 * day);
    expect(await run(runId)).toMatchObject({ status: "completed", attempt: 1, error: null });
    expect(await ends(runId)).toEqual([
      ["running", null],
      ["completed", null],
    ]);
    expect(await claim()).toBeNull();
  });

  it.each([
    ["job.fail", { error: "Lost." }],
    ["job.defer", { until: Date.UTC(2026, 5, 2), reason: "Too many requests." }],
  ])("is cancelled by %s, which otherwise queues it again", async (operation, args) => {
    const { runId, lease } = await completed();
    const ended = await job.call(operation, { jobId: lease.jobId, runnerId: "one", ...args });
    expect(ended).toMatchObject({ status: "cancelled", availableAt: null, endedAt: expect.stringMatching(/Z$/) });
    expect(await run(runId)).toMatchObject({ status: "completed", waiting: null });
    await pass(2 * day);
    expect(await claim()).toBeNull();
  });

  it("waits for the runner as long as the lease lasts, and a restart has a job of its own", async () => {
    const { runId, lease } = await completed();
    await pass(900_000 - 1);
    expect(await statuses()).toEqual(["claimed"]);
    await pass(1);
    await dataOf(api.post("/runs/restart", { runId }));
    expect(await claim()).toMatchObject({ runId, attempt: 1, run: { attempt: 2 } });
    expect(await job.refused("job.heartbeat", { jobId: lease.jobId, runnerId: "one" })).toEqual([
      400,
      "The job is cancelled; heartbeat is possible only when it is claimed.",
    ]);
  });
});

describe("a run", () => {
  it("that runs for longer than its steps may take fails once, with all its open work", async () => {
    const { runId, beat } = await running(await timed(2));
    const sandboxId = await createSandbox(job, { runId });
    const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
    await job.call("runStep.updateStatus", { stepId, status: "running" });
    for (let minutes = 0; minutes < 70; minutes += 10) {
      await pass(10 * minute);
      await beat();
    }
    await pass(minute - 1);
    expect(await run(runId)).toMatchObject({ status: "running" });
    await pass(1);
    const ended = await run(runId);
    expect(ended).toMatchObject({ status: "failed", failureReason: "timed_out", error: expect.stringMatching(/\w/) });
    expect(ended.steps).toMatchObject([{ id: stepId, status: "cancelled" }]);
    expect(await job.call("sandbox.get", { sandboxId })).toMatchObject({ status: "killed" });
    expect(await beat()).toMatchObject({ status: "cancelled", cancelRequested: true });
    await pass(day);
    expect(await ends(runId)).toEqual([
      ["running", null],
      ["failed", "timed_out"],
    ]);
    expect(await news()).toEqual(["run_failed"]);
  });

  it("does not use its time while it is paused", async () => {
    const { runId, lease } = await running(await timed(1));
    await job.call("job.complete", { jobId: lease.jobId, runnerId: "one" });
    await pass(30 * minute);
    await api.post("/runs/pause", { runId });
    await pass(10 * day);
    await api.post("/runs/resume", { runId });
    await pass(6 * minute - 1);
    expect(await run(runId)).toMatchObject({ status: "running" });
    await pass(1);
    expect(await run(runId)).toMatchObject({ status: "failed", failureReason: "timed_out" });
  });

  it("has a day if a step has no time limit, and thirty days for a pause", async () => {
    const one = await running();
    const other = await running();
    for (const { lease } of [one, other]) await job.call("job.complete", { jobId: lease.jobId, runnerId: "one" });
    await api.post("/runs/pause", { runId: other.runId });
    await pass(day - 1);
    expect(await run(one.runId)).toMatchObject({ status: "running" });
    await pass(1);
    expect(await run(one.runId)).toMatchObject({ status: "failed", failureReason: "timed_out" });
    await pass(29 * day - 1);
    expect(await run(other.runId)).toMatchObject({ status: "paused" });
    await pass(1);
    expect(await run(other.runId)).toMatchObject({ status: "failed", failureReason: "timed_out" });
  });

  it("waits for a runner without limit, unless it has a startBy", async () => {
    const { id: begun } = await startRun(api, { startBy: nowMs + hour });
    // Only the first beginning of a run has a deadline. Now the lease of the claim will run out.
    expect(await claim()).toMatchObject({ runId: begun });
    const { id: patient } = await startRun(api);
    const { id: hasty } = await startRun(api, { startBy: nowMs + hour });
    await pass(hour - 1);
    expect(await run(hasty)).toMatchObject({ status: "pending" });
    await pass(1);
    expect(await run(hasty)).toMatchObject({
      status: "failed",
      failureReason: "timed_out",
      error: "No runner started the job in time.",
    });
    await pass(300 * day);
    expect([await run(patient), await run(begun)]).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    expect(await ends(hasty)).toEqual([["failed", "timed_out"]]);
  });

  it("400 for a startBy in the past, or before the run's scheduled time", async () => {
    const workflowId = await createWorkflow(api);
    const start = (fields: object) => refusalOf(api.post("/runs/start", { workflowId, prompt: "x", ...fields }));
    expect(await start({ startBy: nowMs })).toEqual([400, "VALIDATION", "startBy"]);
    expect(await start({ startBy: nowMs + hour, scheduledFor: nowMs + hour })).toEqual([400, "VALIDATION", "startBy"]);
  });

  it("that its runner claimed and left pending fails a day later", async () => {
    const { id: runId } = await startRun(api);
    await job.call("job.complete", { jobId: (await claim()).id, runnerId: "one" });
    const { id: own } = await job.call("run.create", {
      workflowId: await createWorkflow(api),
      prompt: "x",
      status: "pending",
    });
    await pass(day - 1);
    expect([await run(runId), await run(own)]).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    await pass(1);
    const timedOut = { status: "failed", failureReason: "timed_out" };
    expect([await run(runId), await run(own)]).toMatchObject([timedOut, timedOut]);
  });

  it("that was asked to stop is stopped when its turn takes longer than its longest step may", async () => {
    const { runId, beat } = await running(await timed(2));
    await pass(5 * minute);
    await api.post("/runs/request-graceful-stop", { runId });
    await pass(5 * minute);
    await api.post("/runs/pause", { runId });
    await beat();
    await pass(6 * minute - 1);
    expect(await run(runId)).toMatchObject({ status: "paused" });
    await pass(1);
    expect(await run(runId)).toMatchObject({ status: "cancelled", failureReason: "stopped", error: null });
    expect(await news()).toEqual([]);
    await api.post("/runs/restart", { runId });
    await pass(10 * day);
    expect(await run(runId)).toMatchObject({ status: "pending", stopAfterCurrentTurn: false });
  });

  it("of a chain that takes too long ends the chain and cancels its job", async () => {
    const { workflowId } = await timed(1);
    const sprints = { sprintRange: [1, 2], prompt: "x", gitRepoUrl: "https://code.example/acme/shop", workflowId };
    const { id: chainId } = await dataOf(api.post("/sprint-chains", sprints));
    const { id: jobId } = await claim();
    const { id: runId } = await job.call("run.createChainRun", { chainId, sprintIndex: 0, status: "running" });
    const beat = () => job.call("job.heartbeat", { jobId, runnerId: "one" });
    for (let minutes = 0; minutes < 36; minutes += 12) {
      await beat();
      await pass(12 * minute);
    }
    expect(await run(runId)).toMatchObject({ status: "failed", failureReason: "timed_out" });
    expect(await dataOf(api.get(`/sprint-chains/${chainId}`))).toMatchObject({ status: "failed" });
    expect(await beat()).toMatchObject({ cancelRequested: true });
    expect((await news()).toSorted()).toEqual(["run_failed", "sprint_failed"]);
  });

  it("that is complete leaves nothing open", async () => {
    const { runId } = await running();
    const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
    await job.call("runStep.updateStatus", { stepId, status: "running" });
    await report(runId, "completed");
    expect((await run(runId)).steps).toMatchObject([{ status: "running" }]);
    await pass(10 * minute);
    expect((await run(runId)).steps).toMatchObject([{ status: "cancelled" }]);
    expect(await run(runId)).toMatchObject({ status: "completed" });
  });
});

describe("a cancel", () => {
  it("takes the job from its runner after a minute: the job is cancelled, and calls with its number are refused", async () => {
    const { runId, lease, beat } = await running();
    await api.post("/runs/cancel", { runId });
    await pass(minute - 1);
    expect(await beat()).toMatchObject({ status: "cancelled", cancelRequested: true });
    const progress = { runId, progress: "Still here" };
    await job.call("run.updateProgress", progress, lease);
    // The limit holds to the millisecond, before any cron has run.
    nowMs += 1;
    vi.setSystemTime(nowMs);
    expect(await job.refused("run.updateProgress", progress, lease)).toEqual(stale);
    await sweep();
    expect(await job.refused("run.updateProgress", progress, lease)).toEqual(stale);
    expect(await job.refused("job.heartbeat", { jobId: lease.jobId, runnerId: "one" })).toEqual([
      400,
      expect.stringContaining("The job is cancelled"),
    ]);
    expect(await claim()).toBeNull();
  });

  it("also stops a runner that has begun without knowing of it", async () => {
    const { id: runId } = await startRun(api);
    const { id: jobId, fence } = await claim();
    await api.post("/runs/cancel", { runId });
    await report(runId, "running", { jobId, fence });
    await pass(minute);
    expect(await run(runId)).toMatchObject({ status: "cancelled", failureReason: "cancelled" });
  });

  it("is carried out by a separate transaction, and not by the claim that finds the lost runner", async () => {
    const { id: runId } = await startRun(api);
    const { id: jobId, fence } = await claim();
    await api.post("/runs/cancel", { runId });
    await report(runId, "running", { jobId, fence });
    vi.setSystemTime((nowMs += minute));
    const rowsOf = async ({ db }: QueryCtx) => {
      const job = await db.query("jobs").unique();
      const run = await db.query("runs").unique();
      return { job: job?.status, run: run?.status };
    };
    const anyJob = { projectId: undefined, kinds: null };
    const amidTheClaim = await deployment.run(async (ctx) => {
      expect(await claimJob(ctx, anyJob, { runnerId: "two", tokenId: undefined })).toBeNull();
      // The second claim also finds the overdue job, and does not end it again.
      expect(await claimJob(ctx, anyJob, { runnerId: "three", tokenId: undefined })).toBeNull();
      return await rowsOf(ctx);
    });
    expect(amidTheClaim).toEqual({ job: "claimed", run: "running" });
    await deployment.settled();
    expect(await deployment.run(rowsOf)).toEqual({ job: "cancelled", run: "cancelled" });
    const ends = await deployment.run((ctx) => ctx.db.system.query("_scheduled_functions").take(100));
    expect(ends.filter(({ name }) => name === "jobs/scheduled:giveUp")).toHaveLength(1);
  });

  it("and a restart end the rights of the runner that held the previous attempt", async () => {
    const { runId, lease } = await running();
    await api.post("/runs/cancel", { runId });
    await api.post("/runs/restart", { runId });
    expect(await job.refused("run.updateStatus", { runId, status: "failed" }, lease)).toEqual(stale);
    const second = await claim({ runnerId: "two" });
    await report(runId, "running", { jobId: second.id, fence: second.fence });
    await pass(2 * minute);
    expect(await run(runId)).toMatchObject({ status: "running", attempt: 2 });
  });
});

describe("calls that race have one outcome in each order", () => {
  it("a pause and a step that finishes", async () => {
    for (const isPauseFirst of [true, false]) {
      const { runId } = await running();
      const { id: stepId } = await job.call("runStep.create", {
        runId,
        role: "designer",
        name: "Design",
        stepIndex: 0,
      });
      const finish = () => job.call("runStep.updateStatus", { stepId, status: "completed" });
      const pause = () => dataOf(api.post("/runs/pause", { runId }));
      await (isPauseFirst ? pause() : finish());
      await (isPauseFirst ? finish() : pause());
      const { status, steps } = await run(runId);
      expect([status, steps[0].status]).toEqual(["paused", "completed"]);
    }
  });

  it("a resume and a cancel", async () => {
    for (const isCancelFirst of [true, false]) {
      const { runId } = await running();
      await api.post("/runs/pause", { runId });
      const resume = () => api.post("/runs/resume", { runId });
      const cancel = () => api.post("/runs/cancel", { runId });
      const [first, second] = isCancelFirst ? [cancel, resume] : [resume, cancel];
      expect((await first()).status).toBe(200);
      expect((await second()).status).toBe(isCancelFirst ? 409 : 200);
      expect(await run(runId)).toMatchObject({ status: "cancelled" });
    }
  });

  it("a completion and the end of the lease", async () => {
    const first = await running();
    const complete = ({ lease }: typeof first) =>
      ["job.complete", { jobId: lease.jobId, runnerId: "one" }, lease] as const;
    await report(first.runId, "completed", first.lease);
    await job.call(...complete(first));
    await pass(hour);
    expect(await run(first.runId)).toMatchObject({ status: "completed" });
    expect(await claim()).toBeNull();

    const second = await running();
    await pass(15 * minute);
    const { id, fence } = await claim({ runnerId: "two" });
    expect(await job.refused("run.updateStatus", { runId: second.runId, status: "completed" }, second.lease)).toEqual(
      stale,
    );
    expect(await job.refused(...complete(second))).toEqual(stale);
    await report(second.runId, "completed", { jobId: id, fence });
    expect(await run(second.runId)).toMatchObject({ status: "completed" });
  });

  it("a completion and the end of the last lease", async () => {
    const { runId, lease } = await running();
    let last = lease;
    for (let attempt = 2; attempt <= 5; attempt++) {
      await pass(15 * minute);
      const { id, fence } = await claim();
      last = { jobId: id, fence };
    }
    await pass(15 * minute);
    expect(await run(runId)).toMatchObject({ status: "failed", failureReason: "runner_lost" });
    expect(await job.refused("run.updateStatus", { runId, status: "completed" }, last)).toEqual(stale);
    expect(await news()).toEqual(["run_failed"]);
  });

  it("a reported end and the time limit of the run", async () => {
    const { runId, lease } = await running(await timed(1));
    await pass(15 * minute - 1);
    await job.call("job.heartbeat", { jobId: lease.jobId, runnerId: "one" });
    await report(runId, "completed", lease);
    await pass(day);
    expect(await ends(runId)).toEqual([
      ["running", null],
      ["completed", null],
    ]);
    expect(await news()).toEqual(["run_completed"]);
  });
});

describe("limits of everything that is not a run", () => {
  it("a session ends when its time limit is over, a merge run after a day", async () => {
    const session = await dataOf(api.post("/issue-sessions/start", { prompt: "Look.", timeoutMs: 30 * minute }));
    const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];
    const merge = await dataOf(api.post("/merging/start", { pullRequests }));
    const sessionNow = () => dataOf(api.get(`/issue-sessions/get?id=${session.id}`));
    const mergeNow = () => job.call("mergeRun.get", { mergeRunId: merge.id });
    // Time spent waiting does not count.
    await pass(10 * day);
    const held = [await claim(), await claim()];
    const beat = async () => {
      for (const { id: jobId } of held) await job.call("job.heartbeat", { jobId, runnerId: "one" }).catch(() => null);
    };
    for (let minutes = 0; minutes < 30; minutes += 10) {
      await pass(10 * minute);
      await beat();
    }
    expect(await sessionNow()).toMatchObject({ status: "active" });
    await pass(minute);
    expect(await sessionNow()).toMatchObject({ status: "failed" });
    for (let minutes = 31; minutes < 24 * 60 - 10; minutes += 10) {
      await pass(10 * minute);
      await beat();
    }
    expect(await mergeNow()).toMatchObject({ status: "running" });
    await pass(10 * minute);
    expect(await mergeNow()).toMatchObject({ status: "failed", error: "The job took longer than its time limit." });
  });

  it("a session, a merge run and a chain do not outlive their ended job by more than a day", async () => {
    const session = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
    await job.call("job.complete", { jobId: (await claim()).id, runnerId: "one" });
    await pass(day - 1);
    expect(await dataOf(api.get(`/issue-sessions/get?id=${session.id}`))).toMatchObject({ status: "active" });
    await pass(1);
    expect(await dataOf(api.get(`/issue-sessions/get?id=${session.id}`))).toMatchObject({ status: "failed" });
  });

  it("a sandbox is killed when its run has failed, and a day after a completion", async () => {
    const late = await running();
    await report(late.runId, "failed");
    const lateId = await createSandbox(job, { runId: late.runId });
    const complete = await running();
    const kept = await createSandbox(job, { runId: complete.runId });
    const status = async (sandboxId: string) => (await job.call("sandbox.get", { sandboxId })).status;
    await pass(hour);
    expect([await status(lateId), await status(kept)]).toEqual(["killed", "running"]);
    await report(complete.runId, "completed");
    await pass(day - 1);
    expect(await status(kept)).toBe("running");
    await pass(1);
    expect(await status(kept)).toBe("killed");
  });

  it("a stream without an append for an hour, and not less, is finished with its text so far", async () => {
    const { runId } = await running();
    const sandboxId = await createSandbox(job, { runId });
    const name = { sandboxId, messageId: "one" };
    await job.call("message.streamCreate", name);
    await pass(50 * minute);
    await job.call("message.streamAppend", { ...name, chunk: "Half an ans" });
    const messages = async () => await dataOf(api.get(`/sandboxes/messages?id=${sandboxId}`));
    await pass(59 * minute);
    expect(await messages()).toMatchObject([{ status: "streaming" }]);
    await pass(minute);
    expect(await messages()).toMatchObject([{ status: "complete", content: "Half an ans" }]);
  });

  it("a message that no runner claims waits for at most a day", async () => {
    const { runId } = await running();
    const sandboxId = await createSandbox(job, { runId });
    await api.post("/sandboxes/send-message", { sandboxId, content: "Hello?" });
    await pass(day);
    expect(await claim({ kinds: ["sandbox.message"] })).toBeNull();
  });
});
