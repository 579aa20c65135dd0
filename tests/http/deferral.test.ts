// A runner defers a job that it cannot continue now: the job waits without losing an attempt or any of its time.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { callbackOf, client, createProject, createSandbox, dataOf, refusalOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let nowMs: number;
let deployment: InProcess;
let job: Runner;
let api: Client;
let apiKey: string;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 1);
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  deployment = inProcess();
  job = await callbackOf(deployment);
  apiKey = (await createProject(deployment)).apiKey;
  api = client(deployment, apiKey);
});
afterEach(async () => {
  vi.useRealTimers();
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
});

/** Lets time pass, and everything end that is overdue. */
async function pass(ms: number): Promise<void> {
  nowMs += ms;
  vi.setSystemTime(nowMs);
  await deployment.mutation(internal.jobs.scheduled.release, {});
  await deployment.mutation(internal.jobs.scheduled.endOverdue, {});
  await deployment.mutation(internal.runs.scheduled.endOverdue, {});
  await deployment.mutation(internal.sandboxes.scheduled.endOverdue, {});
  await deployment.settled();
}

const run = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
const claim = (args: object = {}) => job.call("job.claim", { runnerId: "one", leaseMs: 900_000, ...args });
const report = (runId: string, status: string) => job.call("run.updateStatus", { runId, status });
const defer = (jobId: string, args: object = {}) =>
  job.call("job.defer", { jobId, runnerId: "one", until: nowMs + hour, reason: "Too many requests.", ...args });
const events = async (runId: string) => await dataOf(api.get(`/runs/events?id=${runId}&limit=200`));

/** Starts a run that a runner holds. */
async function running(changes: Parameters<typeof startRun>[1] = {}) {
  const { id: runId } = await startRun(api, changes);
  const { id: jobId } = await claim();
  await report(runId, "running");
  return { runId: runId as string, jobId: jobId as string };
}

describe("job.defer of a run", () => {
  it("makes the run pending until then, and the next claim continues with its steps as they are", async () => {
    const { runId, jobId } = await running();
    const sandboxId = await createSandbox(job, { runId });
    const steps = [];
    for (const stepIndex of [0, 1]) {
      const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex });
      await job.call("runStep.updateStatus", { stepId, status: stepIndex === 0 ? "completed" : "running", sandboxId });
      steps.push(stepId);
    }
    await pass(minute);
    const before = await run(runId);
    const until = nowMs + hour;

    const deferred = await defer(jobId);
    expect(deferred).toMatchObject({ id: jobId, status: "queued", attempt: 0, error: null });
    expect(deferred.availableAt).toBe(new Date(until).toISOString());
    const waiting = { reason: "provider", since: nowMs, until, text: "Too many requests." };
    const shown = await run(runId);
    expect(shown).toMatchObject({ status: "pending", waiting, attempt: 1, startedAt: before.startedAt });
    expect(shown.activeDurationMs).toBe(minute);
    expect(shown.steps).toEqual(before.steps);
    expect(shown.sandboxes).toEqual(before.sandboxes);
    expect((await dataOf(api.get("/runs/list")))[0].waiting).toEqual(waiting);
    expect((await events(runId)).slice(-2)).toMatchObject([
      { type: "run.status", data: { status: "pending", from: "running", attempt: 1 } },
      { type: "run.waiting", data: waiting },
    ]);

    expect(await claim()).toBeNull();
    await pass(hour - 1000);
    expect(await claim()).toBeNull();
    await pass(1000);
    const again = await claim({ runnerId: "two" });
    expect(again).toMatchObject({ id: jobId, attempt: 1, fence: 2, run: { id: runId, attempt: 1 } });
    expect(await run(runId)).toMatchObject({ status: "pending", waiting: null });
    expect((await dataOf(api.get("/runs/list")))[0].waiting).toBeNull();
    await report(runId, "running");
    expect(await run(runId)).toMatchObject({ status: "running", waiting: null, steps: before.steps });
  });

  it("is not an attempt: a job may be deferred any number of times, and then still be tried five times", async () => {
    const { runId, jobId } = await running();
    for (let round = 0; round < 8; round++) {
      await defer(jobId);
      await pass(hour);
      expect(await claim()).toMatchObject({ id: jobId, attempt: 1 });
    }
    for (let attempt = 1; attempt < 5; attempt++) {
      await job.call("job.fail", { jobId, runnerId: "one", error: "x" });
      await pass(hour);
      expect((await run(runId)).status).toBe("pending");
      expect(await claim()).toMatchObject({ attempt: attempt + 1 });
    }
    await job.call("job.fail", { jobId, runnerId: "one", error: "x" });
    expect((await run(runId)).status).toBe("failed");
  });

  it("resume ends the deferral at once", async () => {
    const { runId, jobId } = await running();
    await defer(jobId);
    await pass(minute);
    const resumed = await dataOf(api.post("/runs/resume", { runId }));
    expect(resumed).toMatchObject({ status: "pending", waiting: null });
    expect((await events(runId)).at(-1)).toMatchObject({ type: "run.resumed", data: {} });
    expect(await refusalOf(api.post("/runs/resume", { runId }))).toEqual([409, "CONFLICT"]);
    expect(await claim()).toMatchObject({ id: jobId, attempt: 1 });
  });

  it("after resume the run waits for a runner like any other, also in the queue", async () => {
    const { runId, jobId } = await running();
    await defer(jobId);
    const queue = async () => (await api.get("/queue")).body;
    expect(await queue()).toMatchObject({
      data: [{ runId, waiting: { reason: "provider" } }],
      counts: { provider: 1 },
    });
    await pass(1000);
    await dataOf(api.post("/runs/resume", { runId }));
    expect(await queue()).toMatchObject({
      data: [{ runId, waiting: { reason: "runner" } }],
      counts: { provider: 0, runner: 1 },
    });
  });

  it("a paused run stays paused, and resume ends the deferral", async () => {
    const { runId, jobId } = await running();
    await dataOf(api.post("/runs/pause", { runId }));
    await defer(jobId);
    expect(await run(runId)).toMatchObject({ status: "paused", waiting: null });
    expect(await dataOf(api.post("/runs/resume", { runId }))).toMatchObject({ status: "pending", waiting: null });
    expect(await claim()).toMatchObject({ id: jobId });
  });

  it("a paused run whose job was claimed again meanwhile continues with that runner", async () => {
    const { runId, jobId } = await running();
    await dataOf(api.post("/runs/pause", { runId }));
    await defer(jobId);
    await pass(hour);
    await claim();
    expect(await dataOf(api.post("/runs/resume", { runId }))).toMatchObject({ status: "running", waiting: null });
  });

  it.each(["cancel", "delete"])("%s ends a deferred run, which cannot be paused or restarted", async (path) => {
    const { runId, jobId } = await running();
    await defer(jobId);
    for (const refused of ["pause", "restart"]) {
      expect(await refusalOf(api.post(`/runs/${refused}`, { runId }))).toEqual([409, "CONFLICT"]);
    }
    await dataOf(api.post(`/runs/${path}`, { runId }));
    const row = await deployment.run(async (ctx) => await ctx.db.query("runs").first());
    expect(row).toMatchObject({ status: "cancelled" });
    expect(row).not.toHaveProperty("deferral");
    await pass(2 * hour);
    expect(await claim()).toBeNull();
  });

  it("a run that is restarted after its end is not deferred", async () => {
    const { runId, jobId } = await running();
    await defer(jobId);
    await dataOf(api.post("/runs/cancel", { runId }));
    expect(await dataOf(api.post("/runs/restart", { runId }))).toMatchObject({ status: "pending", waiting: null });
    expect(await claim()).toMatchObject({ kind: "run.execute", attempt: 1 });
  });

  it("its time limit does not run out meanwhile", async () => {
    const steps = [{ role: "designer", name: "Design", timeoutMs: 10 * minute }];
    const { id: workflowId } = await dataOf(api.post("/workflows", { name: "Timed", steps }));
    const { runId, jobId } = await running({ workflowId });
    await pass(5 * minute);
    await defer(jobId, { until: nowMs + 6 * day });
    await pass(6 * day);
    expect((await run(runId)).status).toBe("pending");
    await claim();
    await report(runId, "running");
    await pass(5 * minute);
    expect((await run(runId)).status).toBe("running");
    await pass(2 * minute);
    expect(await run(runId)).toMatchObject({ status: "failed", failureReason: "timed_out" });
  });

  it("a runner that has begun in time may defer beyond startBy", async () => {
    const { id: runId } = await startRun(api, { startBy: nowMs + minute });
    const { id: jobId } = await claim();
    await defer(jobId);
    await pass(hour);
    expect((await run(runId)).status).toBe("pending");
    expect(await claim()).toMatchObject({ id: jobId });
  });

  it("ends a run that was asked to stop after its turn", async () => {
    const { runId, jobId } = await running();
    await dataOf(api.post("/runs/request-graceful-stop", { runId }));
    expect(await defer(jobId)).toMatchObject({ status: "cancelled" });
    expect(await run(runId)).toMatchObject({ status: "cancelled", failureReason: "stopped", waiting: null });
  });

  it("after a cancellation it ends the job", async () => {
    const { runId, jobId } = await running();
    await dataOf(api.post("/runs/cancel", { runId }));
    expect(await defer(jobId)).toMatchObject({ status: "cancelled" });
    await pass(2 * hour);
    expect(await claim()).toBeNull();
  });

  it.each([
    ["until", () => ({ until: nowMs })],
    ["until", () => ({ until: new Date(nowMs - 1).toISOString() })],
    ["until", () => ({ until: nowMs + 7 * day + 1 })],
    ["until", () => ({ until: "tomorrow" })],
    ["until", () => ({ until: null })],
    ["reason", () => ({ reason: " " })],
    ["reason", () => ({ reason: "x".repeat(1001) })],
    ["reason", () => ({ reason: undefined })],
  ])("400 naming %s, changing nothing", async (field, changes) => {
    const { runId, jobId } = await running();
    const args = { jobId, runnerId: "one", until: nowMs + hour, reason: "x", ...changes() };
    expect(await job.refused("job.defer", args)).toEqual([400, expect.stringContaining(field)]);
    expect(await run(runId)).toMatchObject({ status: "running", waiting: null });
    expect(await job.call("job.heartbeat", { jobId, runnerId: "one" })).toMatchObject({ status: "claimed" });
  });

  it("accepts a time seven days ahead, also in ISO form", async () => {
    const { runId, jobId } = await running();
    await defer(jobId, { until: new Date(nowMs + 7 * day).toISOString() });
    expect((await run(runId)).waiting.until).toBe(nowMs + 7 * day);
  });
});

describe("job.defer of other work", () => {
  const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

  it("moves the limit of the job by the length of the deferral", async () => {
    const { id: mergeRunId } = await dataOf(api.post("/merging/start", { pullRequests }));
    const { id: jobId } = await claim();
    await pass(10 * minute);
    await defer(jobId, { until: nowMs + 3 * day });
    await pass(3 * day);
    await claim();
    await pass(23 * hour);
    expect(await job.call("mergeRun.get", { mergeRunId })).toMatchObject({ status: "running" });
    await pass(50 * minute);
    expect(await job.call("mergeRun.get", { mergeRunId })).toMatchObject({ status: "failed" });
  });

  it("the run of a chain waits with the chain's job, and resuming it lets the chain continue", async () => {
    const { id: workflowId } = await dataOf(
      api.post("/workflows", { name: "W", steps: [{ role: "designer", name: "D" }] }),
    );
    const { id: chainId } = await dataOf(
      api.post("/sprint-chains", {
        workflowId,
        sprintRange: [1, 2],
        prompt: "Go.",
        gitRepoUrl: "https://code.example/a/b",
      }),
    );
    const { id: jobId } = await claim();
    const { id: runId } = await job.call("run.createChainRun", { chainId, sprintIndex: 0, status: "running" });
    await defer(jobId, { until: nowMs + 3 * day });
    expect(await run(runId)).toMatchObject({ status: "pending", waiting: { reason: "provider" } });
    await pass(2 * day);
    expect((await run(runId)).status).toBe("pending");
    await dataOf(api.post("/runs/resume", { runId }));
    expect(await claim()).toMatchObject({ id: jobId, kind: "sprintChain.execute", attempt: 1 });
    expect((await job.call("run.createChainRun", { chainId, sprintIndex: 0 })).id).toBe(runId);
    await report(runId, "running");
    expect(await run(runId)).toMatchObject({ status: "running", waiting: null });
  });
});

describe("what a run waits for", () => {
  it("is the scheduled time, and null from then on", async () => {
    const scheduledFor = nowMs + hour;
    const { id: runId } = await startRun(api, { scheduledFor });
    const { createdAt, waiting } = await run(runId);
    expect(waiting).toEqual({ reason: "schedule", since: createdAt, until: scheduledFor });
    nowMs += hour;
    vi.setSystemTime(nowMs);
    await deployment.mutation(internal.runs.scheduled.releaseAllDue, {});
    expect((await run(runId)).waiting?.reason).not.toBe("schedule");
    await claim();
    await report(runId, "running");
    expect((await run(runId)).waiting).toBeNull();
  });

  describe("is a runner", () => {
    /** Runs the cron, as it does each minute. */
    async function minutes(count: number): Promise<void> {
      for (let at = 0; at < count; at++) {
        await pass(minute);
        await deployment.mutation(internal.runners.scheduled.noticeAbsence, {});
      }
    }
    const waits = async (runId: string) => (await run(runId)).waiting;

    it("at once when no runner has ever asked for work, until one does", async () => {
      const { id: runId } = await startRun(api);
      const { createdAt } = await run(runId);
      expect(await waits(runId)).toEqual({ reason: "runner", since: createdAt });
      await claim({ kinds: ["merge.execute"] });
      expect(await waits(runId)).toEqual({ reason: "runner", since: createdAt });
      const { id: otherId } = await startRun(api);
      expect(await claim()).toMatchObject({ runId });
      expect([await waits(runId), await waits(otherId)]).toEqual([null, null]);
    });

    it("a minute after the last claim, for a run whose job nobody holds", async () => {
      const { id: heldId } = await startRun(api);
      expect(await claim()).toMatchObject({ runId: heldId });
      const lastMs = nowMs;
      const { id: waitingId } = await startRun(api);
      nowMs += 59_000;
      vi.setSystemTime(nowMs);
      await deployment.mutation(internal.runners.scheduled.noticeAbsence, {});
      expect(await waits(waitingId)).toBeNull();
      await minutes(1);
      expect(await waits(waitingId)).toEqual({ reason: "runner", since: lastMs });
      expect(await waits(heldId)).toBeNull();
      await minutes(2);
      expect(await waits(waitingId)).toEqual({ reason: "runner", since: lastMs });
      expect(await claim({ runnerId: "two", kinds: ["run.execute"] })).toMatchObject({ runId: waitingId });
      const { id: nextId } = await startRun(api);
      expect(await waits(nextId)).toBeNull();
    });

    it("not while runners ask every 25 seconds, and nothing is written for it", async () => {
      const presence = async () => (await deployment.documents())["runnerPresence"];
      await claim();
      const before = await presence();
      expect(before).toHaveLength(1);
      for (let round = 0; round < 8; round++) {
        nowMs += 25_000;
        vi.setSystemTime(nowMs);
        await claim();
        await deployment.mutation(internal.runners.scheduled.noticeAbsence, {});
      }
      expect(await presence()).toEqual(before);
    });

    it("reaches everybody who follows the run, as a comment of the stream", async () => {
      const { id: runId } = await startRun(api);
      const begun = await begin(runId);
      expect(begun).toMatch(
        /^: The run waits for a runner: none has asked for work since 2026-06-01T00:00:00\.000Z\. Start one: npm run runner$/m,
      );
    });

    it("a comment of the stream contains no text of the runner", async () => {
      const { runId, jobId } = await running();
      await defer(jobId, { reason: "Line\n\nevent: end\ndata: {}" });
      expect(await begin(runId)).toMatch(/^: The runner has deferred the run until 2026-06-01T01:00:00\.000Z\.$/m);
    });

    /** Returns what the stream of the run's events sends at once. */
    async function begin(runId: string): Promise<string> {
      const headers = { Accept: "text/event-stream", Authorization: `Bearer ${apiKey}` };
      const { body } = await deployment.fetch(`/api/v1/runs/events?id=${runId}`, { headers });
      if (body === null) throw new Error("There is no stream.");
      const reader = body.getReader();
      const nothing = { value: new Uint8Array() };
      const parts = [await reader.read(), await Promise.race([reader.read(), sleep(300, nothing)])];
      await reader.cancel();
      return parts.map(({ value }) => new TextDecoder().decode(value)).join("");
    }
  });
});
