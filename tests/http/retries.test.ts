// A run whose job has failed says why and when it will be tried again, from the failure until a runner tries it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { callbackOf, client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const minute = 60_000;

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

function pass(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

const claim = () => job.call("job.claim", { runnerId: "one", leaseMs: minute });
const fail = (jobId: string, error: string, more: object = {}) =>
  job.call("job.fail", { jobId, runnerId: "one", error, ...more });
const detail = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
const listed = async () => (await dataOf(api.get("/runs/list")))[0];
const waits = async (runId: string) =>
  (await dataOf(api.get(`/runs/events?id=${runId}&limit=200`)))
    .filter(({ type }: { type: string }) => type === "run.waiting")
    .map(({ data }: { data: unknown }) => data);

describe("a run whose try has failed", () => {
  it("shows the reason and the time of the next try at once, and again after each", async () => {
    const { id: runId } = await startRun(api);
    const shown: object[] = [];
    for (const delayMs of [5000, 10_000, 20_000, 40_000]) {
      const { id: jobId } = await claim();
      expect((await detail(runId)).waiting).toBeNull();
      expect((await listed()).waiting).toBeNull();
      await fail(jobId, "git fetch failed: no such repository");
      const waiting = {
        reason: "retry",
        since: nowMs,
        until: nowMs + delayMs,
        text: "git fetch failed: no such repository",
      };
      expect(await detail(runId)).toMatchObject({ status: "pending", waiting });
      expect((await listed()).waiting).toEqual(waiting);
      shown.push(waiting);
      expect(await waits(runId)).toEqual(shown);
      pass(delayMs);
    }
    await fail((await claim()).id, "git fetch failed: no such repository");
    expect(await detail(runId)).toMatchObject({ status: "failed", waiting: null });
    expect(await waits(runId)).toEqual(shown);
  });

  it("keeps its status, and shows it while it is running, too", async () => {
    const { id: runId } = await startRun(api);
    const { id: jobId } = await claim();
    await job.call("run.updateStatus", { runId, status: "running" });
    await fail(jobId, "The provider does not answer.");
    expect(await detail(runId)).toMatchObject({ status: "running", waiting: { reason: "retry" } });
    pass(5000);
    await claim();
    expect(await detail(runId)).toMatchObject({ status: "running", waiting: null });
  });

  it("shows it when the runner was lost", async () => {
    const { id: runId } = await startRun(api);
    await claim();
    pass(minute);
    await deployment.mutation(internal.jobs.scheduled.release, {});
    await deployment.settled();
    const text = "The runner was lost in attempt 1: its lease ran out.";
    expect((await detail(runId)).waiting).toMatchObject({ reason: "retry", since: nowMs, text });
    expect(await waits(runId)).toMatchObject([{ reason: "retry", text }]);
  });

  it("shows nothing when another claim came before the loss could be shown", async () => {
    const { id: runId } = await startRun(api);
    await claim();
    pass(minute);
    // This claim finds the lost one, puts it back and takes it.
    expect(await claim()).toMatchObject({ attempt: 2 });
    await deployment.settled();
    expect((await detail(runId)).waiting).toBeNull();
    expect(await waits(runId)).toEqual([]);
  });

  it("does not show a failure that is final, nor one of a run that is over", async () => {
    const [first, second] = [await startRun(api), await startRun(api)];
    await fail((await claim()).id, "There is no branch.", { retryable: false });
    const { id: jobId } = await claim();
    await dataOf(api.post("/runs/cancel", { runId: second.id }));
    await fail(jobId, "It was called off.");
    for (const { id } of [first, second]) {
      expect((await detail(id)).waiting).toBeNull();
      expect(await waits(id)).toEqual([]);
    }
  });

  it("has a text of at most 1,000 characters, each of them whole", async () => {
    const { id: runId } = await startRun(api);
    await fail((await claim()).id, `${"x".repeat(998)}${"🙂".repeat(20)}`);
    const { text } = (await detail(runId)).waiting;
    expect(text).toBe(`${"x".repeat(998)}🙂…`);
  });

  it("waits for a runner when nobody asks for work any more", async () => {
    const { id: runId } = await startRun(api);
    await fail((await claim()).id, "git fetch failed");
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("runnerPresence").collect()) {
        await ctx.db.patch("runnerPresence", _id, { isPresent: false, sinceMs: nowMs });
      }
    });
    expect((await detail(runId)).waiting).toEqual({ reason: "runner", since: nowMs });
  });

  it("of a chain shows it in the run of the chain", async () => {
    const workflowId = await createWorkflow(api);
    const chain = { workflowId, sprintRange: [1, 2], prompt: "Build it.", gitRepoUrl: "https://code.example/a/b" };
    const { id: chainId } = await dataOf(api.post("/sprint-chains", chain));
    const { id: jobId } = await claim();
    const { id: runId } = await job.call("run.createChainRun", { chainId, sprintIndex: 0 });
    await job.call("run.updateStatus", { runId, status: "running" });
    await fail(jobId, "git fetch failed");
    expect((await detail(runId)).waiting).toMatchObject({ reason: "retry", text: "git fetch failed" });
    pass(5000);
    await claim();
    expect((await detail(runId)).waiting).toBeNull();
  });
});
