// Limits that come, go and come again while runs wait: what they count, and what a run shows and keeps meanwhile.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { publicId } from "../../convex/lib/publicIds";
import { heldMs } from "../../convex/lib/jobAvailability";
import { workflowKey } from "../../convex/queue/limits";
import { countStep, holdForBudget, limitWorkflow, releaseFromBudget } from "../../convex/queue/setting";
import {
  callbackOf,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  startRun,
} from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

let nowMs: number;
let deployment: InProcess;
let job: Runner;
let api: Client;
let workflowId: string;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 1);
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  deployment = inProcess();
  job = await callbackOf(deployment);
  api = client(deployment, (await createProject(deployment)).apiKey);
  workflowId = await createWorkflow(api);
});
afterEach(async () => {
  vi.useRealTimers();
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
});

function pass(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

const start = async (fields: object = {}): Promise<string> => (await startRun(api, { workflowId, ...fields })).id;
const limit = (concurrencyLimit: number | null) => dataOf(api.put(`/workflows/${workflowId}`, { concurrencyLimit }));
const claim = () => job.call("job.claim", { runnerId: "one", leaseMs: 60_000 });
const show = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
const waits = async (runId: string) =>
  (await dataOf(api.get(`/runs/events?id=${runId}`)))
    .filter(({ type }: { type: string }) => type === "run.waiting")
    .map(({ data }: { data: { reason: string } }) => data.reason);

it("a limit that is removed and set again while runs are counted lets nobody in before all are counted", async () => {
  for (let started = 0; started < 21; started++) await start();
  const counting = await deployment.run(async (ctx) => {
    const project = (await ctx.db.query("projects").first())!;
    const { _id: projectId } = project;
    const id = (await ctx.db.query("workflows").first())!._id;
    const set = async (before: number | null, most: number | null) => {
      const present = (await ctx.db.get("projects", projectId))!;
      await limitWorkflow(ctx, present, id, { before, most });
    };
    await set(null, 1);
    await set(1, null);
    await set(null, 1);
    // The first count comes to its end, and the second one has only begun.
    const lastOfFirst = { projectId, key: workflowKey(id), number: 1, round: 4, cursor: null };
    expect(await countStep(ctx, lastOfFirst)).toBeNull();
    return (await ctx.db.query("queueLimits").collect()).map(({ isCounting }) => isCounting);
  });
  expect(counting).toEqual([true]);
  await deployment.settled();
  expect(await claim()).not.toBeNull();
  expect(await claim()).toBeNull();
});

it("a run that a new limit holds says so in its log, once", async () => {
  const [first, second] = [await start(), await start()];
  await limit(1);
  await deployment.settled();
  expect((await show(second)).waiting).toMatchObject({ reason: "concurrency" });
  expect([await waits(first), await waits(second)]).toEqual([[], ["concurrency"]]);
  expect((await claim()).runId).toBe(first);
  expect(await claim()).toBeNull();
  await deployment.settled();
  expect(await waits(second)).toEqual(["concurrency"]);
});

it("a run that gives way to one with a higher priority says so in its log", async () => {
  await limit(1);
  const first = await start();
  expect(await waits(first)).toEqual([]);
  const second = await start({ priority: 1 });
  await deployment.settled();
  expect((await show(first)).waiting).toMatchObject({ reason: "concurrency", position: 1 });
  expect((await claim()).runId).toBe(second);
  expect(await claim()).toBeNull();
  await deployment.settled();
  expect(await waits(first)).toEqual(["concurrency"]);
});

it("a run that waits for its next try lets others go meanwhile, and a claim sets it aside when they take the room", async () => {
  await limit(1);
  const first = await start();
  const { id: jobId } = await claim();
  await job.call("job.fail", { jobId, runnerId: "one", error: "git fetch failed" });
  const second = await start();
  expect((await claim()).runId).toBe(second);
  expect((await show(first)).waiting).toMatchObject({ reason: "retry" });
  pass(5000);
  expect(await claim()).toBeNull();
  await deployment.settled();
  expect((await show(first)).waiting).toMatchObject({ reason: "concurrency" });
  expect(await waits(first)).toEqual(["retry", "concurrency"]);
  await dataOf(api.post("/runs/cancel", { runId: second }));
  expect((await claim()).runId).toBe(first);
});

it("a run that waits for its next try, and not for a runner that is there, goes before a lower priority again", async () => {
  await limit(1);
  const first = await start();
  const { id: jobId } = await claim();
  await job.call("job.fail", { jobId, runnerId: "one", error: "git fetch failed" });
  const low = await start({ priority: -10 });
  pass(5000);
  expect((await claim()).runId).toBe(first);
  expect(await claim()).toBeNull();
  await dataOf(api.post("/runs/cancel", { runId: first }));
  expect((await claim()).runId).toBe(low);
});

it("what an earlier version held behind a round that nobody takes can go after the migration", async () => {
  await limit(1);
  const first = await start();
  await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("run.updateStatus", { runId: first, status: "completed" });
  await dataOf(api.post("/runs/continue", { runId: first, prompt: "Once more" }));
  const [second, third] = [await start(), await start()];
  // As that version left it: the round is ready, and the others are held behind it.
  await deployment.run(async (ctx) => {
    const found = (await ctx.db.query("queueLimits").first())!;
    const places = await ctx.db.query("queuePlaces").take(3);
    for (const { _id, runId, jobId, isRound, standing } of places) {
      await ctx.db.patch("queuePlaces", _id, { isRound: undefined });
      if (isRound === true || standing === "held") continue;
      await ctx.db.patch("queuePlaces", _id, { standing: "held", heldBy: found.key });
      await ctx.db.patch("jobs", jobId!, { availableAtMs: heldMs, heldBy: found.key });
      await ctx.db.patch("runs", runId, { hold: { by: found.key, sinceMs: nowMs } });
    }
    await ctx.db.patch("queueLimits", found._id, { next: undefined, ready: 1 });
  });
  expect(await claim()).toBeNull();
  await deployment.mutation(internal.migrations.scheduled.start, {});
  await deployment.settled();
  expect((await claim()).runId).toBe(second);
  expect(await claim()).toBeNull();
  await dataOf(api.post("/runs/cancel", { runId: second }));
  expect((await claim()).runId).toBe(third);
});

it("a run that cancels many with its conflict key goes next, and none of them before it", async () => {
  const conflictKey = "deploy";
  const many = { workflowId, prompt: "Build", conflictKey, priority: 5 };
  await dataOf(api.post("/runs/start-many", { runs: Array.from({ length: 99 }, () => many) }));
  const others = [await start({ conflictKey, priority: 5 }), await start({ conflictKey, priority: 5 })];
  const last = await start({ conflictKey, onConflict: "cancelPrevious" });
  // Whether or not all others are cancelled yet, nobody begins one of them.
  const atOnce = await claim();
  expect([undefined, last]).toContain(atOnce?.runId);
  await deployment.settled();
  for (const runId of others) expect((await show(runId)).status).toBe("cancelled");
  const claimed = atOnce ?? (await claim());
  expect(claimed.runId).toBe(last);
  await dataOf(api.post("/runs/cancel", { runId: last }));
  const next = await start({ conflictKey });
  expect((await claim()).runId).toBe(next);
  expect(await deployment.run((ctx) => ctx.db.query("queuePlaces").take(5))).toHaveLength(1);
});

it("the queue begins with the run that would start first, behind however many with a lower priority", async () => {
  await start();
  await deployment.run(async (ctx) => {
    const { _id, _creationTime, ...job } = (await ctx.db.query("jobs").first())!;
    for (let made = 0; made < 1000; made++) await ctx.db.insert("jobs", job);
  });
  await start({ priority: -100 });
  const first = await start({ priority: 100 });
  const { data, counts } = (await api.get("/queue?limit=2")).body;
  expect(data).toMatchObject([{ runId: first, priority: 100 }, { priority: 0 }]);
  expect(counts.runner).toBe(1000);
  expect((await claim()).runId).toBe(first);
});

it("the next try of a job that has failed comes no sooner because a limit has held it", async () => {
  const runId = await start({ conflictKey: "deploy" });
  const { id: jobId } = await claim();
  await job.call("job.fail", { jobId, runnerId: "one", error: "git fetch failed" });
  const before = (await show(runId)).waiting;
  expect(before).toMatchObject({ reason: "retry", until: nowMs + 5000 });
  const budget = { name: "All", scope: { type: "project" }, limitUsd: 1, period: "total", action: "pause" };
  const { id: budgetId } = await dataOf(api.post("/budgets", budget));
  await deployment.run(async (ctx) => {
    const { _id, projectId } = (await ctx.db.query("budgets").first())!;
    await holdForBudget(ctx, projectId, { budgetId: _id, type: "project" });
    expect((await ctx.db.query("runs").first())?.hold).toBeDefined();
    await releaseFromBudget(ctx, projectId, _id);
  });
  await dataOf(api.delete(`/budgets/${budgetId}`));
  await deployment.settled();
  expect((await show(runId)).waiting).toEqual(before);
  expect(await claim()).toBeNull();
  pass(5000);
  expect((await claim()).runId).toBe(runId);
});

it("what a budget has paused is not resumed in a deleted project, but by its restoration", async () => {
  const budget = { name: "All", scope: { type: "project" }, limitUsd: 1, period: "total", action: "pause" };
  const runId = await start();
  await claim();
  await job.call("run.updateStatus", { runId, status: "running" });
  const sandboxId = await createSandbox(job, { runId });
  await dataOf(api.post("/budgets", budget));
  const usage = { sandboxId, tokenUsage: { inputTokens: 1 }, durationMs: 1, service: "agent", costUsd: 1 };
  await job.call("usage.computeCostAndRecord", usage);
  const status = () => deployment.run(async (ctx) => (await ctx.db.query("runs").first())?.status);
  expect(await status()).toBe("paused");
  await dataOf(api.post("/project/delete"));
  await deployment.settled();
  // The limit was raised just before.
  const { budgetId, projectId } = await deployment.run(async (ctx) => {
    const found = (await ctx.db.query("budgets").first())!;
    await ctx.db.patch("budgets", found._id, { isHolding: false, isReached: false });
    await releaseFromBudget(ctx, found.projectId, found._id);
    return { budgetId: found._id, projectId: found.projectId };
  });
  await deployment.mutation(internal.budgets.scheduled.resumeRuns, { budgetId });
  expect(await status()).toBe("paused");
  await deployment.mutation(internal.admin.projects.restore, { projectId: publicId("projects", projectId) });
  await deployment.settled();
  expect(await status()).toBe("running");
});
