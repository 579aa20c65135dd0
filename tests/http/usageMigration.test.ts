// Records of usage of 0.1.0, which kept no sums: a migration adds them, while the service counts what is new.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
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

const dayMs = 24 * 60 * 60 * 1000;
const firstDay = Date.parse("2026-03-01T12:00:00Z");

let deployment: InProcess;
let api: Client;
let job: Runner;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: firstDay });
  deployment = inProcess();
  api = client(deployment, (await createProject(deployment)).apiKey);
  job = await callbackOf(deployment);
});
afterEach(() => vi.useRealTimers());

async function startWork(workflowId: string, personaId: string): Promise<string> {
  const { id: runId } = await startRun(api, { workflowId });
  const step = { runId, role: "designer", name: "Design", stepIndex: 0, personaId };
  return await createSandbox(job, { runId, stepId: (await job.call("runStep.create", step)).id });
}

function report(sandboxId: string, model: string, costUsd: number) {
  const tokenUsage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 1 };
  return job.call("usage.computeCostAndRecord", {
    sandboxId,
    tokenUsage,
    durationMs: 7,
    service: "anthropic",
    model,
    costUsd,
  });
}

/** Leaves the records as 0.1.0 wrote them, and nothing of their sums. */
async function forgetSums(): Promise<void> {
  await deployment.run(async (ctx) => {
    for (const table of ["usageCounters", "usageDays", "runUsage"] as const) {
      for (const { _id } of await ctx.db.query(table).take(1000)) await ctx.db.delete(table, _id);
    }
    for (const { _id } of await ctx.db.query("usageRecords").take(1000)) {
      await ctx.db.patch("usageRecords", _id, { workflowId: undefined, personaId: undefined, isCounted: undefined });
    }
  });
}

const groupings = ["model", "workflow", "persona", "run"];

async function allSums() {
  const days = [0, 1, 2].map((day) => new Date(firstDay + day * dayMs).toISOString().slice(0, 10));
  const periods = [...days.map((day) => `&startDate=${day}&endDate=${day}`), ""];
  const asked = groupings.flatMap((groupBy) => periods.map((period) => `groupBy=${groupBy}${period}`));
  return await Promise.all(asked.map(async (query) => await dataOf(api.get(`/analytics/usage?${query}`))));
}

async function completeSince(): Promise<string | null> {
  return (await api.get("/analytics/usage?groupBy=model")).body.completeSince;
}

it("the sums are the same as if each record had been counted when it came, and those who ask learn what is missing", async () => {
  const [build, repair] = [await createWorkflow(api), await createWorkflow(api, { name: "Repair" })];
  const persona = await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }));
  const sandboxes = [await startWork(build, persona.id), await startWork(repair, persona.id)];
  for (let index = 0; index < 120; index++) {
    vi.setSystemTime(firstDay + Math.floor(index / 50) * dayMs);
    await report(sandboxes[index % 2]!, `model-${index % 3}`, index);
  }
  const counted = await allSums();
  await forgetSums();
  expect((await allSums()).flat()).toEqual([]);

  const { usageRecords } = await deployment.documents();
  const newest = Math.max(...usageRecords!.map((row) => (row as Doc<"usageRecords">)._creationTime));
  expect(Date.parse((await completeSince())!)).toBe(Math.floor(newest));
  await deployment.mutation(internal.migrations.scheduled.start, {});
  await deployment.settled();
  expect(await allSums()).toEqual(counted);
  expect(await completeSince()).toBe(null);

  // A second time it finds every record counted.
  await deployment.mutation(internal.migrations.scheduled.start, { again: true });
  await deployment.settled();
  expect(await allSums()).toEqual(counted);
});

it("a record that comes before the migration is finished counts once, and comes after the run's earlier days", async () => {
  const sandboxId = await startWork(await createWorkflow(api), (await dataOf(api.post("/personas/create", ada))).id);
  await report(sandboxId, "model-1", 3);
  await forgetSums();
  vi.setSystemTime(firstDay + dayMs);
  await report(sandboxId, "model-1", 5);
  await deployment.mutation(internal.migrations.scheduled.start, {});
  await deployment.settled();
  for (const groupBy of groupings) {
    const costs = async (period: string) =>
      (await dataOf(api.get(`/analytics/usage?groupBy=${groupBy}${period}`))).map(
        ({ costUsd }: { costUsd: number }) => costUsd,
      );
    expect(await costs("")).toEqual([8]);
    expect(await costs("&endDate=2026-03-01")).toEqual([3]);
  }
  const { runUsage } = await deployment.documents();
  const totals = runUsage!.map((row) => (row as Doc<"runUsage">).totalMicroUsd);
  expect(totals.toSorted((a, b) => a - b)).toEqual([3_000_000, 8_000_000]);
});

it("a project that is being deleted, and has lost its versions of personas before its steps, stops no migration", async () => {
  const sandboxId = await startWork(await createWorkflow(api), (await dataOf(api.post("/personas/create", ada))).id);
  await report(sandboxId, "model-1", 3);
  await forgetSums();
  await deployment.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("personaVersions").take(10)) await ctx.db.delete("personaVersions", _id);
  });
  await deployment.mutation(internal.migrations.scheduled.start, {});
  await deployment.settled();
  expect(await completeSince()).toBe(null);
});

const ada = { name: "Ada", type: "designer" };
