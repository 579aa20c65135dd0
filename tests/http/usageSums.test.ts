// Sums of usage by model, workflow, persona and run, for periods of whole days.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import { maxKeysOfDay } from "../../convex/usage/sums";
import { topRuns } from "../../convex/usage/topRuns";
import { describeEverywhere } from "../support/deployment";
import {
  callbackOf,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { rowOf } from "../support/crowd";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const tokenUsage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 1 };

function record(job: Runner, sandboxId: string, changes: object = {}) {
  const report = { sandboxId, tokenUsage, durationMs: 7, service: "anthropic", costUsd: 1, ...changes };
  return job.call("usage.computeCostAndRecord", report);
}

/** The amounts of some records of `record` as an answer shows them. */
const amounts = (records: number, costUsd: number, unratedRecords = 0) => ({
  records,
  inputTokens: 100 * records,
  outputTokens: 10 * records,
  cacheReadTokens: records,
  durationMs: 7 * records,
  costUsd,
  unratedRecords,
});

const nameless = { key: null, name: null, isOther: false, service: null, runNumber: null };

async function sumsBy(api: Client, groupBy: string, rest = "") {
  return (await api.get(`/analytics/usage?groupBy=${groupBy}${rest}`)).body;
}

const dayMs = 24 * 60 * 60 * 1000;

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api, stranger } = projectForEach(deployment);

  /** A sandbox of a step with the persona, in a new run of the workflow. */
  async function startWork(workflowId: string, personaId: string) {
    const { id: runId } = await startRun(api, { workflowId });
    const step = { runId, role: "designer", name: "Design", stepIndex: 0, personaId };
    const stepId = (await job.call("runStep.create", step)).id;
    return { runId, sandboxId: await createSandbox(job, { runId, stepId }) };
  }

  it("every record counts for its model, workflow, persona and run, the most expensive first", async () => {
    const workflows = [await createWorkflow(api), await createWorkflow(api, { name: "Repair" })];
    const persona = await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }));
    const [first, second] = [await startWork(workflows[0]!, persona.id), await startWork(workflows[1]!, persona.id)];
    const issueSessionId = (await dataOf(api.post("/issue-sessions/start", { prompt: "Scan." }))).id;
    const scan = await createSandbox(job, { issueSessionId });
    await record(job, first.sandboxId, { model: "unpriced-1" });
    await record(job, first.sandboxId, { model: "unpriced-1", costUsd: 0.5 });
    await record(job, second.sandboxId, { model: "unpriced-2", costUsd: 4 });
    await record(job, scan, { service: "elsewhere", costUsd: null });

    expect(await sumsBy(api, "model")).toEqual({
      data: [
        { ...nameless, key: "anthropic/unpriced-2", name: "unpriced-2", service: "anthropic", ...amounts(1, 4) },
        { ...nameless, key: "anthropic/unpriced-1", name: "unpriced-1", service: "anthropic", ...amounts(2, 1.5) },
        { ...nameless, key: "elsewhere", service: "elsewhere", ...amounts(1, 0, 1) },
      ],
      nextCursor: null,
      hasMore: false,
      completeSince: null,
    });
    expect((await sumsBy(api, "workflow")).data).toEqual([
      { ...nameless, key: workflows[1], name: "Repair", ...amounts(1, 4) },
      { ...nameless, key: workflows[0], name: "Build", ...amounts(2, 1.5) },
      { ...nameless, ...amounts(1, 0, 1) },
    ]);
    expect((await sumsBy(api, "persona")).data).toEqual([
      { ...nameless, key: persona.id, name: "Ada", ...amounts(3, 5.5) },
      { ...nameless, ...amounts(1, 0, 1) },
    ]);
    const runs = [
      { ...nameless, key: second.runId, name: expect.any(String), runNumber: 2, ...amounts(1, 4) },
      { ...nameless, key: first.runId, name: expect.any(String), runNumber: 1, ...amounts(2, 1.5) },
    ];
    expect((await sumsBy(api, "run")).data).toEqual(runs);
    expect((await sumsBy(api, "run", "&limit=1")).data).toEqual(runs.slice(0, 1));
    expect((await sumsBy(api, "model", "&limit=1")).data.slice(1)).toEqual([
      { ...nameless, isOther: true, ...amounts(3, 1.5, 1) },
    ]);
    expect((await sumsBy(stranger, "model")).data).toEqual([]);
  });

  it("usage stays counted when the run is deleted for good, and when the persona is deleted", async () => {
    const persona = await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }));
    const { runId, sandboxId } = await startWork(await createWorkflow(api), persona.id);
    await record(job, sandboxId);
    await dataOf(api.post("/runs/cancel", { runId }));
    await dataOf(api.post("/runs/delete", { runId }));
    await dataOf(api.post("/runs/permanent-delete", { runId }));
    await dataOf(api.post("/personas/delete", { personaId: persona.id }));
    const ofRun = { key: runId, name: null, runNumber: 1, ...amounts(1, 1) };
    expect((await sumsBy(api, "run")).data).toMatchObject([ofRun]);
    expect((await sumsBy(api, "persona")).data).toMatchObject([{ key: persona.id, name: "Ada", ...amounts(1, 1) }]);
    expect((await sumsBy(api, "workflow")).data).toMatchObject([{ name: "Build", ...amounts(1, 1) }]);
  });

  it("a report that is repeated with its key counts once", async () => {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    await Promise.all([1, 2, 3].map(() => record(job, sandboxId, { key: "turn 1" })));
    expect((await sumsBy(api, "model")).data).toMatchObject([amounts(1, 1)]);
    expect((await sumsBy(api, "run")).data).toMatchObject([amounts(1, 1)]);
  });

  it.each([
    ["groupBy", "groupBy=colour"],
    ["service", "groupBy=model&service=openai"],
    ["cursor", "groupBy=model&cursor=x"],
    ["limit", "groupBy=run&limit=101"],
    ["startDate", "groupBy=model&startDate=2024-01-01&endDate=2025-01-01"],
    ["startDate", "groupBy=run&startDate=2020-01-01"],
    ["startDate", "groupBy=run&startDate=2026-03-02&endDate=2026-03-01"],
  ])("400 VALIDATION naming %s for %s", async (field, query) => {
    expect(await refusalOf(api.get(`/analytics/usage?${query}`))).toEqual([400, "VALIDATION", field]);
  });
});

describe("sums over days", () => {
  let deployment: InProcess;
  let api: Client;
  let job: Runner;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
    deployment = inProcess();
    api = client(deployment, (await createProject(deployment)).apiKey);
    job = await callbackOf(deployment);
  });
  afterEach(() => vi.useRealTimers());

  const costs = async (groupBy: string, rest = "") =>
    (await sumsBy(api, groupBy, rest)).data.map(({ costUsd }: { costUsd: number }) => costUsd);

  it("are those of the days that the period names, also when a day is over and its rows are added up", async () => {
    const { id: runId } = await startRun(api);
    const sandboxId = await createSandbox(job, { runId });
    for (const [day, costUsd] of [1, 10, 100].entries()) {
      vi.setSystemTime(Date.parse("2026-03-01T23:59:59Z") + day * dayMs);
      for (let report = 0; report < 12; report++) await record(job, sandboxId, { costUsd });
    }
    await deployment.settled();
    const { usageCounters, usageDays } = await deployment.documents();
    expect(new Set(usageCounters!.map((row) => (row as { date: string }).date))).toEqual(new Set(["2026-03-03"]));
    expect(usageDays).toHaveLength(2 * 3);
    for (const groupBy of ["model", "workflow", "persona", "run"]) {
      expect(await costs(groupBy)).toEqual([12 * 111]);
      expect(await costs(groupBy, "&startDate=2026-03-02")).toEqual([12 * 110]);
      expect(await costs(groupBy, "&endDate=2026-03-02")).toEqual([12 * 11]);
      expect(await costs(groupBy, "&startDate=2026-03-02T10:00:00Z&endDate=2026-03-02T11:00:00Z")).toEqual([120]);
      expect(await costs(groupBy, "&startDate=2026-03-04")).toEqual([]);
    }
  });

  it("a day tells a number of models apart and adds up the others, so that its sums stay one small document", async () => {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    vi.stubEnv("COUNTER_SHARDS", "1");
    for (let model = 0; model < maxKeysOfDay + 5; model++) await record(job, sandboxId, { model: `m${model}` });
    vi.unstubAllEnvs();
    const { data } = await sumsBy(api, "model");
    expect(data).toHaveLength(maxKeysOfDay + 1);
    expect(data.at(-1)).toEqual({ ...nameless, isOther: true, ...amounts(5, 5) });
  });
});

describe("the most expensive runs", () => {
  const zero = {
    records: 1,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    durationMs: 0,
    unratedRecords: 0,
  };

  it("are those of a full count, for every period, also of runs that work on several days", async () => {
    const deployment = inProcess();
    const { projectId } = await createProject(deployment);
    const project = projectId.replace("proj_", "") as Id<"projects">;
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const workflowId = (await createWorkflow(api)).replace("wf_", "") as Id<"workflows">;
    const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"];
    const costOf = new Map<string, number[]>();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    await deployment.run(async (ctx) => {
      for (let run = 1; run <= 60; run++) {
        const runId = await ctx.db.insert("runs", rowOf.run(project, workflowId, run));
        let totalMicroUsd = 0;
        const costs = days.map(() => (random(3) === 0 ? 0 : random(1000)));
        costOf.set(runId, costs);
        for (const [at, costMicroUsd] of costs.entries()) {
          if (costMicroUsd === 0) continue;
          totalMicroUsd += costMicroUsd;
          const used = { ...zero, costMicroUsd, totalMicroUsd };
          await ctx.db.insert("runUsage", { projectId: project, runId, runNumber: run, date: days[at]!, ...used });
        }
      }
    });
    for (let from = 0; from < days.length; from++) {
      for (let to = from; to < days.length; to++) {
        const counted = [...costOf.values()]
          .map((costs) => costs.slice(from, to + 1).reduce((sum, cost) => sum + cost, 0))
          .toSorted((a, b) => b - a)
          .slice(0, 5);
        const period = { first: days[from]!, last: days[to]! };
        const found = await deployment.run((ctx) => topRuns(ctx, project, period, 5));
        expect(found.map(({ costMicroUsd }) => costMicroUsd)).toEqual(counted);
        const own = found.map(({ runId }) =>
          costOf
            .get(runId)!
            .slice(from, to + 1)
            .reduce((a, b) => a + b, 0),
        );
        expect(own).toEqual(counted);
      }
    }
  });
});
