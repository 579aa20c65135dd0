import { beforeEach, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, createSandbox, dataOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let api: Client;
  let runId: string;
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
    runId = (await startRun(api)).id;
  });

  const record = (sandboxId: string, changes: object = {}) =>
    job.call("usage.computeCostAndRecord", {
      sandboxId,
      tokenUsage: { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10 },
      durationMs: 2000,
      service: "anthropic",
      ...changes,
    });
  const run = () => dataOf(api.get(`/runs/get?id=${runId}`));
  const today = async () => (await api.get("/analytics/daily-stats")).body.data[0];
  const costs = async () =>
    (await dataOf(api.get(`/runs/events?id=${runId}`)))
      .filter(({ type }: { type: string }) => type === "cost")
      .map(({ data }: { data: object }) => data);

  it("records the cost for the run, its step and the day", async () => {
    const step = { runId, role: "designer", name: "Design", stepIndex: 0 };
    const stepId = (await job.call("runStep.create", step)).id;
    const sandboxId = await createSandbox(job, { runId, stepId });
    // Per million tokens: 1000 input tokens at $3, 100 output tokens at $15 and 10 cached tokens at $0.30.
    const usage = await record(sandboxId);
    expect(usage).toEqual({
      id: expect.stringMatching(/^usage_/),
      _id: usage.id,
      service: "anthropic",
      inputTokens: 1000,
      outputTokens: 100,
      cacheReadTokens: 10,
      durationMs: 2000,
      costUsd: 0.004503,
      rated: true,
      sandboxId,
      runId,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await api.get("/analytics/usage")).body.data).toEqual([usage]);
    const compute = await record(sandboxId, { tokenUsage: {}, durationMs: 3_600_000, service: "sandbox" });
    expect(compute).toMatchObject({ costUsd: 0.1008, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 });
    const shown = await run();
    expect(shown.costUsd).toBe(0.105303);
    expect(shown.steps).toMatchObject([{ tokenUsage: { inputTokens: 1000, outputTokens: 100 } }]);
    expect(await today()).toMatchObject({ tokens: 1100, costUsd: 0.105303 });
    expect(await costs()).toEqual([
      { costUsd: 0.004503, totalUsd: 0.004503, service: "anthropic" },
      { costUsd: 0.1008, totalUsd: 0.105303, service: "sandbox" },
    ]);
  });

  it("a service without a rate is free, and its record says so", async () => {
    const sandboxId = await createSandbox(job, { runId });
    for (const service of ["some.model-2_x", "constructor"]) {
      expect(await record(sandboxId, { service })).toMatchObject({ costUsd: 0, rated: false, service });
    }
    expect((await run()).costUsd).toBe(0);
    expect(await today()).toMatchObject({ tokens: 2200, costUsd: 0 });
  });

  it("a sandbox that serves no run has records without one", async () => {
    const issueSessionId = (await dataOf(api.post("/issue-sessions/start", { prompt: "Scan." }))).id;
    const sandboxId = await createSandbox(job, { issueSessionId });
    expect(await record(sandboxId)).toMatchObject({ runId: null, costUsd: 0.004503 });
    expect((await run()).costUsd).toBe(0);
    expect((await today()).costUsd).toBe(0.004503);
  });

  it("the cost of a run is the sum of its records, however many reports come at once", async () => {
    const sandboxId = await createSandbox(job, { runId });
    await Promise.all(Array.from({ length: 10 }, () => record(sandboxId)));
    expect((await run()).costUsd).toBe(0.04503);
    expect(await today()).toMatchObject({ tokens: 11_000, costUsd: 0.04503 });
    expect(await costs()).toHaveLength(10);
  });

  it.each([
    ["sb_x", { sandboxId: "sb_x" }],
    ["tokenUsage", { tokenUsage: null }],
    ["tokenUsage.inputTokens", { tokenUsage: { inputTokens: -1 } }],
    ["tokenUsage.outputTokens", { tokenUsage: { outputTokens: 0.5 } }],
    ["tokenUsage.colour", { tokenUsage: { colour: 1 } }],
    ["durationMs", { durationMs: undefined }],
    ["service", { service: "No Service" }],
    ["service", { service: "x".repeat(61) }],
  ])("400 naming %s, and nothing is recorded", async (name, changes) => {
    const sandboxId = await createSandbox(job, { runId });
    const call = { sandboxId, tokenUsage: {}, durationMs: 0, service: "anthropic", ...changes };
    expect(await job.refused("usage.computeCostAndRecord", call)).toEqual([400, expect.stringContaining(name)]);
    expect((await api.get("/analytics/usage")).body.data).toEqual([]);
  });
});
