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
      model: null,
      inputTokens: 1000,
      outputTokens: 100,
      cacheReadTokens: 10,
      durationMs: 2000,
      costUsd: 0.004503,
      rated: true,
      costSource: "service",
      priceDate: "2026-11-01",
      reportedCostUsd: null,
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

  it("usage without a price is unrated wherever its cost is shown, and one notification says so for each model", async () => {
    const sandboxId = await createSandbox(job, { runId });
    await api.post("/notifications/mark-all-read");
    const reports = [
      { service: "some.model-2_x" },
      { service: "constructor" },
      { service: "constructor" },
      { service: "constructor", model: "m1" },
      { service: "constructor", model: "m1" },
    ];
    for (const report of reports) {
      const unrated = { costUsd: 0, rated: false, costSource: null, priceDate: null, model: null, ...report };
      expect(await record(sandboxId, report)).toMatchObject(unrated);
    }
    await record(sandboxId);
    const shown = { costUsd: 0.004503, unratedRecords: 5 };
    expect(await run()).toMatchObject(shown);
    expect((await api.get("/runs/list")).body.data).toMatchObject([shown]);
    expect(await today()).toMatchObject({ tokens: 6600, ...shown });
    const { data: told } = (await api.get("/notifications?filter=unread")).body;
    expect(told.toReversed()).toMatchObject([
      { type: "usage_unrated", title: "The usage of some.model-2_x has no price.", runId },
      { type: "usage_unrated", title: "The usage of constructor has no price.", runId },
      { type: "usage_unrated", title: "The usage of constructor (m1) has no price.", runId },
    ]);
    const unrated = (service: string) => ({ costUsd: 0, totalUsd: 0, service, rated: false });
    expect((await costs()).slice(0, 2)).toEqual([unrated("some.model-2_x"), unrated("constructor")]);
  });

  it("the price of the model counts, otherwise the agent's own cost; both are kept", async () => {
    const sandboxId = await createSandbox(job, { runId });
    const of = (changes: object) => record(sandboxId, { costUsd: 0.5, ...changes });
    const ofModel = { costUsd: 0.001501, costSource: "model", reportedCostUsd: 0.5, model: "claude-haiku-4-5" };
    expect(await of({ model: "claude-haiku-4-5" })).toMatchObject(ofModel);
    const agents = { costUsd: 0.5, costSource: "agent", reportedCostUsd: 0.5, priceDate: null, rated: true };
    expect(await of({ model: "claude-99" })).toMatchObject(agents);
    expect(await of({ service: "elsewhere" })).toMatchObject(agents);
    expect(await run()).toMatchObject({ costUsd: 1.001501, unratedRecords: 0 });
    expect((await costs())[0]).toMatchObject({ service: "anthropic", model: "claude-haiku-4-5" });
  });

  it("the deployment's own prices count from then on; a malformed variable counts as unset", async () => {
    const sandboxId = await createSandbox(job, { runId });
    const prices = { acme: { date: "2026-11-02", default: { input: 1000 } } };
    try {
      await deployment.setEnvironment({ SERVICE_PRICES: JSON.stringify(prices) });
      const rated = { costUsd: 1, costSource: "service", priceDate: "2026-11-02" };
      expect(await record(sandboxId, { service: "acme" })).toMatchObject(rated);
      expect(await record(sandboxId)).toMatchObject({ costUsd: 0.004503, priceDate: "2026-11-01" });
      await deployment.setEnvironment({ SERVICE_PRICES: "{" });
      expect(await record(sandboxId)).toMatchObject({ costUsd: 0.004503 });
    } finally {
      await deployment.setEnvironment({ SERVICE_PRICES: null });
    }
    expect(await record(sandboxId, { service: "acme" })).toMatchObject({ rated: false });
  });

  it("a report that is repeated with its key counts once in its run", async () => {
    const sandboxId = await createSandbox(job, { runId });
    const first = await record(sandboxId, { key: "turn 1" });
    expect(await record(sandboxId, { key: "turn 1", durationMs: 1 })).toEqual(first);
    const again = await createSandbox(job, { runId });
    expect(await record(again, { key: "turn 1" })).toEqual(first);
    expect((await run()).costUsd).toBe(0.004503);
    expect(await costs()).toHaveLength(1);
    expect((await record(sandboxId, { key: "turn 2" })).id).not.toBe(first.id);
    const { id: otherRun } = await startRun(api);
    const other = await createSandbox(job, { runId: otherRun });
    expect((await record(other, { key: "turn 1" })).runId).toBe(otherRun);
    const both = await Promise.all([record(other, { key: "turn 2" }), record(other, { key: "turn 2" })]);
    expect(both[0]).toEqual(both[1]);
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
    ["model", { model: "a model" }],
    ["model", { model: "x".repeat(201) }],
    ["costUsd", { costUsd: -1 }],
    ["costUsd", { costUsd: "1" }],
    ["args.costUsd must be at most 1000", { costUsd: 1_000.01 }],
    ["args.tokenUsage.inputTokens must be", { tokenUsage: { inputTokens: 1_000_000_001 } }],
    ["key", { key: "" }],
  ])("400 naming %s, and nothing is recorded", async (name, changes) => {
    const sandboxId = await createSandbox(job, { runId });
    const call = { sandboxId, tokenUsage: {}, durationMs: 0, service: "anthropic", ...changes };
    expect(await job.refused("usage.computeCostAndRecord", call)).toEqual([400, expect.stringContaining(name)]);
    expect((await api.get("/analytics/usage")).body.data).toEqual([]);
  });
});
