// What happens to runs among limits when something else happens to them, their limit or their project meanwhile.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { limitWorkflow } from "../../convex/queue/setting";
import { callbackOf, client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const { admin } = internal;
let nowMs: number;
let deployment: InProcess;
let job: Runner;
let api: Client;
let workflowId: string;
let projectId: string;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 1);
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  deployment = inProcess();
  job = await callbackOf(deployment);
  const made = await createProject(deployment);
  projectId = made.projectId;
  api = client(deployment, made.apiKey);
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
const start = async (fields: object = {}): Promise<string> => {
  pass(1);
  return (await startRun(api, { workflowId, ...fields })).id;
};
const limit = (concurrencyLimit: number | null) => dataOf(api.put(`/workflows/${workflowId}`, { concurrencyLimit }));
const claim = (more: object = {}) => job.call("job.claim", { runnerId: "one", leaseMs: 900_000, ...more });
const show = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
const holder = async (body: object) =>
  client(deployment, (await dataOf(api.post("/project/api-keys/generate", { name: "CI", ...body }))).key);

it("a key with workflowIds cancels its own run while a run of another workflow waits for its room", async () => {
  const other = await createWorkflow(api, { name: "Other" });
  await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 1 }));
  const bound = await holder({ workflowIds: [workflowId] });
  const mine = (await dataOf(bound.post("/runs/start", { workflowId, prompt: "x" }))).id;
  expect((await claim()).runId).toBe(mine);
  const theirs = await start({ workflowId: other });
  expect((await show(theirs)).waiting).toMatchObject({ reason: "concurrency" });
  const answer = await bound.post("/runs/cancel", { runId: mine });
  expect([answer.status, answer.body.error?.message]).toEqual([200, undefined]);
});
it("a key with workflowIds starts a run with a higher priority than a waiting one of another workflow", async () => {
  const other = await createWorkflow(api, { name: "Other" });
  await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 1 }));
  const bound = await holder({ workflowIds: [workflowId] });
  await start({ workflowId: other });
  const answer = await bound.post("/runs/start", { workflowId, prompt: "x", priority: 1 });
  expect([answer.status, answer.body.error?.message]).toEqual([201, undefined]);
});
it("a run that was claimed when the limit came gives its room back when its try fails", async () => {
  await start();
  const { id: jobId } = await claim();
  await limit(1);
  const second = await start();
  await job.call("job.fail", { jobId, runnerId: "one", error: "x", retryable: true });
  const got = await claim();
  expect(got?.runId).toBe(second);
});
it("a round that was claimed when the limit came and is given back stops no other run", async () => {
  const first = await start();
  const { id } = await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("run.updateStatus", { runId: first, status: "completed" });
  await job.call("job.complete", { jobId: id, runnerId: "one" });
  await dataOf(api.post("/runs/continue", { runId: first, prompt: "Once more" }));
  const round = await claim({ kinds: ["run.continue"] });
  await limit(1);
  await job.call("job.fail", { jobId: round.id, runnerId: "one", error: "x", retryable: true });
  const second = await start();
  pass(24 * 3600_000);
  expect((await claim({ kinds: ["run.execute"] }))?.runId).toBe(second);
});
it("a run deferred before the limit came, resumed by hand, starts when there is room", async () => {
  const first = await start();
  const { id: jobId } = await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("job.defer", { jobId, runnerId: "one", until: nowMs + 7 * 24 * 3600_000, reason: "Later." });
  await limit(1);
  const second = await start();
  const held = await claim();
  expect(held.runId).toBe(second);
  await dataOf(api.post("/runs/resume", { runId: first }));
  expect(await claim()).toBeNull();
  await dataOf(api.post("/runs/cancel", { runId: second }));
  pass(60_000);
  const got = await claim();
  expect(got?.runId).toBe(first);
});
it("a project that was deleted while its runs were counted starts all of them when it is restored", async () => {
  const runs: string[] = [];
  for (let n = 0; n < 22; n++) runs.push(await start());
  await dataOf(api.post("/project/delete"));
  await deployment.settled();
  // As if the count had been scheduled before the deletion.
  await deployment.run(async (ctx) => {
    const project = (await ctx.db.query("projects").first())!;
    const id = (await ctx.db.query("workflows").first())!._id;
    await ctx.db.patch("workflows", id, { concurrencyLimit: 1 });
    await limitWorkflow(ctx, project, id, { before: null, most: 1 });
  });
  await deployment.settled();
  await deployment.mutation(admin.projects.restore, { projectId });
  await deployment.settled();
  pass(60_000);
  let done = 0;
  for (let n = 0; n < 22; n++) {
    const got = await claim();
    expect(await claim()).toBeNull();
    if (got === null) break;
    done++;
    await dataOf(api.post("/runs/cancel", { runId: got.runId }));
  }
  expect(done).toBe(22);
});
it("a removed limit holds nobody", async () => {
  await limit(50);
  for (let n = 0; n < 20; n++) await start();
  await limit(null);
  await deployment.settled();
  expect((await api.get("/queue")).body.counts).toMatchObject({ concurrency: 0, runner: 20 });
});
it("a completed run that its runner reports as pending keeps its place when its job fails", async () => {
  await limit(1);
  const first = await start();
  const { id: jobId } = await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("run.updateStatus", { runId: first, status: "completed" });
  await job.call("run.updateStatus", { runId: first, status: "pending" });
  await job.call("job.fail", { jobId, runnerId: "one", error: "x", retryable: true });
  const second = await start();
  expect((await claim()).runId).toBe(second);
  pass(3600_000 / 6);
  expect(await claim()).toBeNull();
  await dataOf(api.post("/runs/cancel", { runId: second }));
  const got = await claim();
  expect(got?.runId).toBe(first);
});
it("a run that its runner reports as scheduled can be cancelled after it was released", async () => {
  await limit(1);
  const first = await start();
  await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("run.updateStatus", { runId: first, status: "scheduled" });
  await deployment.mutation(internal.runs.scheduled.releaseAllDue, {});
  await deployment.settled();
  expect((await api.post("/runs/cancel", { runId: first })).status).toBe(200);
});
it("a run that its runner reports as scheduled stops no claim of another project", async () => {
  await limit(1);
  const first = await start();
  await claim();
  await job.call("run.updateStatus", { runId: first, status: "running" });
  await job.call("run.updateStatus", { runId: first, status: "scheduled" });
  await deployment.mutation(internal.runs.scheduled.releaseAllDue, {});
  await deployment.settled();
  const other = client(deployment, (await createProject(deployment, "Another")).apiKey);
  pass(1000);
  const theirs = (await startRun(other)).id;
  pass(1000);
  const got = [(await claim())?.runId, (await claim())?.runId];
  expect(got).toContain(theirs);
});
it("a key with workflowIds raises its own budget while a run of another workflow waits for room", async () => {
  const other = await createWorkflow(api, { name: "Other" });
  await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 1 }));
  const bound = await holder({ workflowIds: [workflowId] });
  const b = await dataOf(
    bound.post("/budgets", {
      name: "B",
      scope: { type: "workflow", id: workflowId },
      limitUsd: 1,
      period: "total",
      action: "pause",
    }),
  );
  const spender = await start();
  await claim();
  await job.call("run.updateStatus", { runId: spender, status: "running" });
  await job.call("run.updateProgress", { runId: spender, progress: { costUsd: 2 } });
  await deployment.settled();
  const mine = await start({ priority: 10 });
  await dataOf(api.post("/runs/cancel", { runId: spender }));
  await start({ workflowId: other });
  expect((await show(mine)).waiting).toMatchObject({ reason: "budget" });
  const answer = await bound.put(`/budgets/${b.id}`, { limitUsd: 5 });
  expect([answer.status, answer.body.error?.message]).toEqual([200, undefined]);
});
it("a scheduled run that its runner begins early is counted", async () => {
  await limit(1);
  const made = await job.call("run.create", {
    workflowId,
    prompt: "x",
    status: "scheduled",
    scheduledFor: nowMs + 3600_000,
  });
  await job.call("run.updateStatus", { runId: made.id, status: "running" });
  await start();
  expect(await claim()).toBeNull();
});
