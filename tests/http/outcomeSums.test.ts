// The sums of outcomes are those that a count over all runs finds, whatever happens to the runs and on which day.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { maxGroupsOfDay } from "../../convex/outcomes/created";
import { callbackOf, client, createProject, createSandbox, createWorkflow, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const hourMs = 60 * 60 * 1000;
const begin = Date.parse("2026-03-01T12:00:00Z");
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const commit = "1".repeat(40);
const gate = { kind: "command", command: ["npm", "test"] };

let deployment: InProcess;
let api: Client;
let job: Runner;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
  deployment = inProcess();
  api = client(deployment, (await createProject(deployment)).apiKey);
  job = await callbackOf(deployment);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** What the test knows about a run. */
interface Known {
  id: string;
  workflowId: string;
  createdAtMs: number;
  requests: number;
  request: { url: string; state: "open" | "merged" | "closed"; openedAtMs: number; hours: number | null } | null;
}

const known: Known[] = [];
beforeEach(() => {
  known.length = 0;
});

async function start(workflowId: string): Promise<void> {
  const { id } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
  known.push({ id, workflowId, createdAtMs: Date.now(), requests: 0, request: null });
}

async function report(run: Known, prStatus: "draft" | "open" | "merged" | "closed"): Promise<void> {
  const url = `https://example.com/${run.id}/${run.requests}`;
  await job.call("run.updatePr", { runId: run.id, prUrl: url, prStatus });
  const state = prStatus === "draft" ? "open" : prStatus;
  const openedAtMs = run.request?.url === url ? run.request.openedAtMs : Date.now();
  const wasMerged = run.request?.url === url && run.request.state === "merged" && state === "merged";
  const hours = state === "merged" ? (Date.now() - openedAtMs) / hourMs : null;
  run.request = { url, state, openedAtMs, hours: wasMerged ? run.request!.hours : hours };
}

async function spend(run: Known, costUsd: number | null): Promise<void> {
  const sandboxId = await createSandbox(job, { runId: run.id });
  const usage = { sandboxId, tokenUsage: {}, durationMs: 1, service: "elsewhere", model: "m", costUsd };
  await job.call("usage.computeCostAndRecord", usage);
}

async function restart(run: Known): Promise<void> {
  if ((await api.post("/runs/restart", { runId: run.id })).status === 200) run.requests++;
}

async function step(run: Known, pass: boolean): Promise<void> {
  const { status } = await dataOf(api.get(`/runs/get?id=${run.id}`));
  if (!["pending", "running"].includes(status)) return;
  const { id: stepId } = await job.call("runStep.create", { runId: run.id, role: "designer", name: "D", stepIndex: 0 });
  const proof = { commit, exitCode: pass ? 0 : 1, durationMs: 1 };
  await job.call("runStep.updateStatus", { stepId, status: "completed", verdict: { pass }, proof });
}

interface Row {
  key: string | null;
  mergeRate: unknown;
  [amount: string]: unknown;
}

type RunRows = Map<string, Doc<"runs">>;

async function readRuns(): Promise<RunRows> {
  const rows = await deployment.run((ctx) => ctx.db.query("runs").collect());
  return new Map(rows.map((row) => [`r_${row._id}`, row]));
}

/** Counts the runs of a workflow, or all of them, that were created on these days. */
function counted(rows: RunRows, key: string | null, first: string, last: string): Row {
  const chosen = known.filter(({ createdAtMs, workflowId }) => {
    const day = dayOf(createdAtMs);
    return (key === null || workflowId === key) && first <= day && day <= last;
  });
  const stored = chosen.map(({ id }) => rows.get(id)!);
  const requests = chosen.flatMap(({ request }) => (request === null ? [] : [request]));
  const withState = (wanted: string) => requests.filter(({ state }) => state === wanted).length;
  const [merged, closed] = [withState("merged"), withState("closed")];
  const hours = requests.flatMap((request) => (request.hours === null ? [] : [request.hours]));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const cost = sum(
    stored.map(({ costMicroUsd, reportedCostMicroUsd = 0 }) => Math.max(costMicroUsd, reportedCostMicroUsd)),
  );
  const unratedRecords = sum(stored.map((run) => run.unratedRecords ?? 0));
  const rounds = sum(chosen.map(({ request }, at) => (request === null ? 0 : (stored[at]!.round ?? 0))));
  const completed = (status: string) =>
    stored.filter((run) => run.status === "completed" && run.proofStatus === status).length;
  return {
    key,
    name: key === null ? null : expect.any(String),
    runs: chosen.length,
    requests: requests.length,
    merged,
    closed,
    open: withState("open"),
    mergeRate: merged + closed === 0 ? null : expect.objectContaining({ value: merged / (merged + closed) }),
    meanRounds: requests.length === 0 ? null : expect.closeTo(rounds / requests.length, 6),
    costUsd: expect.closeTo(cost / 1_000_000, 6),
    costPerMergedUsd: merged === 0 || unratedRecords > 0 ? null : expect.closeTo(cost / 1_000_000 / merged, 6),
    meanHoursToMerge: hours.length === 0 ? null : expect.closeTo(sum(hours) / hours.length, 6),
    proven: completed("passed"),
    accepted: completed("accepted"),
    unratedRecords,
  };
}

async function expectCounted(workflows: readonly string[]): Promise<void> {
  const rowsOfRuns = await readRuns();
  const today = dayOf(Date.now());
  const days = [...new Set([...known.map(({ createdAtMs }) => dayOf(createdAtMs)), today])];
  for (const [first, last] of [...days.map((day) => [day, day] as const), [days[0] ?? today, today] as const]) {
    const ask = async (groupBy: string) =>
      await dataOf(api.get(`/analytics/outcomes?groupBy=${groupBy}&startDate=${first}&endDate=${last}`));
    expect(await ask("none")).toEqual([counted(rowsOfRuns, null, first, last)]);
    const rows: Row[] = await ask("workflow");
    for (const workflowId of workflows) {
      const row = counted(rowsOfRuns, workflowId, first, last);
      expect(rows.find(({ key }) => key === workflowId)).toEqual(row["runs"] === 0 ? undefined : row);
    }
  }
}

async function makeWorkflows(): Promise<string[]> {
  const steps = [{ role: "designer", name: "D", gate }];
  return [await createWorkflow(api), await createWorkflow(api, { name: "Proven", steps })];
}

/** Does one thing, chosen by the seed, to one of the runs. What the rules refuse changes nothing. */
async function act(random: (below: number) => number, workflows: readonly string[]): Promise<void> {
  const run = known[random(known.length)];
  if (run === undefined || random(6) === 0) return await start(workflows[random(2)]!);
  const runId = run.id;
  const attempt = async (operation: string, args: object) => {
    await job.refused(operation, args);
  };
  switch (random(13)) {
    case 0:
      return await attempt("run.updateStatus", { runId, status: "running" });
    case 1:
      return await attempt("run.updateStatus", { runId, status: "completed" });
    case 2:
      return await attempt("run.updateStatus", { runId, status: "failed" });
    case 3:
      return await attempt("run.updateProgress", { runId, progress: { costUsd: random(900) / 100 } });
    case 4:
      return await spend(run, random(300) / 100);
    case 5:
      return await spend(run, null);
    case 6:
      return await report(run, "open");
    case 7:
      return await report(run, random(2) === 0 ? "merged" : "draft");
    case 8:
      return await report(run, "closed");
    case 9:
      return await restart(run);
    case 10:
      return void (await api.post("/runs/accept", { runId, reason: "Flaky." }));
    case 11:
      return void (await api.post("/runs/continue", { runId, prompt: "Once more." }));
    default:
      return run.workflowId === workflows[1] ? await step(run, random(3) > 0) : undefined;
  }
}

it.each([1, 2, 3])("whatever happens to runs, on several days (seed %i)", async (first) => {
  let seed = first * 7919;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const workflows = await makeWorkflows();
  for (let done = 1; done <= 120; done++) {
    vi.setSystemTime(begin + done * hourMs);
    await act(random, workflows);
    if (done % 40 === 0) await expectCounted(workflows);
  }
  expect(known.length).toBeGreaterThan(10);
  await deployment.settled();
  await expectCounted(workflows);
  // What changed on earlier days has moved to the rows of the days on which the runs were created.
  const { outcomeCounters = [], outcomeDays = [] } = await deployment.documents();
  const dates = outcomeCounters.map((row) => (row as Doc<"outcomeCounters">).date);
  expect(dates.every((date) => date >= dayOf(Date.now() - 48 * hourMs))).toBe(true);
  expect(outcomeDays.length).toBeGreaterThan(2);
});

/** Leaves the runs as 0.1.0 wrote them, and nothing of their sums. */
async function forget(): Promise<void> {
  await deployment.run(async (ctx) => {
    for (const table of ["outcomeCounters", "outcomeDays"] as const) {
      for (const { _id } of await ctx.db.query(table).take(1000)) await ctx.db.delete(table, _id);
    }
    for (const { _id } of await ctx.db.query("runNumbers").take(10))
      await ctx.db.patch("runNumbers", _id, { created: undefined });
    for (const { _id } of await ctx.db.query("runs").take(1000))
      await ctx.db.patch("runs", _id, { outcome: undefined });
  });
}

it("runs of an earlier version are counted once, by the migration or by the first change, without hours", async () => {
  const workflows = await makeWorkflows();
  for (let made = 0; made < 60; made++) {
    vi.setSystemTime(begin + made * hourMs);
    await start(workflows[made % 2]!);
  }
  for (const [at, run] of known.slice(0, 20).entries()) {
    await report(run, "open");
    if (at < 10) await report(run, "merged");
    await spend(run, at);
  }
  await forget();
  // These two are counted by a change that comes before the migration. Nobody knows since when the request is open.
  await report(known[15]!, "merged");
  await spend(known[16]!, 1);
  for (const run of known) if (run.request !== null) run.request.hours = null;
  await deployment.mutation(internal.migrations.scheduled.start, {});
  // This one is new, and its request is timed.
  await start(workflows[0]!);
  await report(known.at(-1)!, "open");
  await deployment.settled();
  vi.setSystemTime(Date.now() + 5 * hourMs);
  await report(known.at(-1)!, "merged");
  await expectCounted(workflows);
  await deployment.mutation(internal.migrations.scheduled.start, { again: true });
  await deployment.settled();
  await expectCounted(workflows);
});

it("counts hours from when the request appeared on the run, also when it was closed in between", async () => {
  const [workflowId = ""] = await makeWorkflows();
  await start(workflowId);
  const run = known[0]!;
  for (const status of ["draft", "open", "closed", "open", "merged"] as const) {
    vi.setSystemTime(Date.now() + 2 * hourMs);
    await report(run, status);
  }
  vi.setSystemTime(Date.now() + 24 * hourMs);
  await report(run, "merged");
  expect(await dataOf(api.get("/analytics/outcomes"))).toMatchObject([{ meanHoursToMerge: 8, merged: 1, closed: 0 }]);
});

it("a day tells a number of groups apart, and each further run counts for all others with all that it comes to", async () => {
  for (let made = 0; made < maxGroupsOfDay + 2; made++) await start(await createWorkflow(api, { name: `W${made}` }));
  const last = known.at(-1)!;
  await report(last, "open");
  await report(last, "merged");
  await spend(last, 2);
  const rows = await dataOf(api.get("/analytics/outcomes"));
  expect(rows).toHaveLength(maxGroupsOfDay + 1);
  expect(rows.at(-1)).toMatchObject({ key: null, name: "All others", runs: 2, requests: 1, merged: 1, costUsd: 2 });
  expect(rows[0]).toMatchObject({ runs: 1, requests: 0 });
  vi.setSystemTime(begin + 48 * hourMs);
  await start(last.workflowId);
  await deployment.settled();
  expect(await dataOf(api.get("/analytics/outcomes?endDate=2026-03-02"))).toEqual(rows);
  const later = await dataOf(api.get("/analytics/outcomes?startDate=2026-03-02"));
  expect(later).toMatchObject([{ key: last.workflowId, runs: 1, requests: 0 }]);
});

it("a row of changes has room for a number of days and groups, and what is beyond goes to the days at once", async () => {
  vi.stubEnv("COUNTER_SHARDS", "1");
  const workflows = await makeWorkflows();
  for (let day = 0; day < 70; day++) {
    vi.setSystemTime(begin + day * 24 * hourMs);
    await start(workflows[0]!);
  }
  for (const run of known) await report(run, "open");
  const { outcomeCounters = [] } = await deployment.documents();
  expect(outcomeCounters.map((row) => (row as Doc<"outcomeCounters">).days.length)).toEqual([64]);
  await expectCounted(workflows);
  vi.setSystemTime(Date.now() + 24 * hourMs);
  await report(known[0]!, "merged");
  await deployment.settled();
  await expectCounted(workflows);
});
