// Traces of runs, as a collector receives them.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { engineDeployment } from "../support/engineDeployment";
import {
  callbackSecret,
  callbackWith,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { decodeTraces, spansIn, startCollector, valuesOf } from "../support/otlp";
import type { Collector, DecodedSpan } from "../support/otlp";

const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const unset = Object.fromEntries(names.map((name) => [name, null]));

/** Makes a run with a step, a use of a tool and a question, in which each text has a secret. */
async function workOn(api: Client, job: Runner) {
  const workflowId = await createWorkflow(api, { name: "Build https://ada:hunter2@code.example/app" });
  const run = await startRun(api, { workflowId, prompt: "The password is hunter2.", metadata: { token: "hunter2" } });
  await job.call("run.updateStatus", { runId: run.id, status: "running" });
  const row = { runId: run.id, role: "designer", name: "Design", stepIndex: 0 };
  const step = await job.call("runStep.create", row);
  const sandboxId = await createSandbox(job, { runId: run.id, stepId: step.id });
  const model = { resolvedModelId: "claude-opus-4-5", toolDisplayName: "claude-code" };
  await job.call("runStep.updateStatus", { stepId: step.id, status: "running", sandboxId, ...model });
  const tool = { sandboxId, messageId: "tool-1", kind: "tool", title: "cat hunter2" };
  const data = { kind: "execute", input: { command: "echo hunter2" }, state: "failed" };
  await job.call("message.streamCreate", { ...tool, data });
  await job.call("message.streamFinalize", { sandboxId, messageId: "tool-1", finalContent: "cat hunter2" });
  const said = { sandboxId, role: "assistant", content: "It is hunter2.", timestamp: Date.now() };
  await job.call("message.store", said);
  const asked = { runId: run.id, stepId: step.id, key: "k", title: "Is it hunter2?", options: ["hunter2", "b"] };
  const question = await job.call("run.ask", asked);
  await api.post("/runs/questions/answer", { questionId: question.id, answer: "hunter2" });
  const tokenUsage = { inputTokens: 1200, outputTokens: 340, cacheReadTokens: 0 };
  const used = { sandboxId, service: "anthropic", model: "claude-opus-4-5", tokenUsage, durationMs: 1000 };
  await job.call("usage.computeCostAndRecord", used);
  await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
  return { run, step, question };
}

const named = (spans: DecodedSpan[], operation: string) =>
  spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === operation);

describe("on the engine", () => {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let collector: Collector;
  let api: Client;

  beforeAll(async () => {
    collector = await startCollector();
    await deployment.setEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-tenant=acme",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    });
  });
  afterAll(async () => {
    await deployment.setEnvironment(unset);
    await collector.close();
  });
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });
  afterEach(() => {
    collector.answers.splice(0, collector.answers.length, 200);
    collector.received.length = 0;
  });

  const arrived = (count: number) => expect.poll(() => collector.received.length).toBe(count);

  it("a run that is over arrives as a trace that the schema of OTLP accepts, with its step, tool and question", async () => {
    const { run, step, question } = await workOn(api, job);
    await job.call("run.updateStatus", { runId: run.id, status: "failed", error: "hunter2 is wrong." });
    await arrived(1);
    const [{ path, headers, body }] = collector.received as [Collector["received"][number]];
    expect(path).toBe("/v1/traces");
    expect(headers).toMatchObject({
      authorization: "Bearer abc",
      "x-tenant": "acme",
      "content-type": "application/json",
    });
    expect(body).not.toContain("hunter2");

    const [resource] = decodeTraces(body).resourceSpans;
    expect(valuesOf(resource?.resource.attributes)).toMatchObject({ "service.name": "switchyard" });
    const spans = spansIn(body);
    const [root, inner] = named(spans, "invoke_agent") as [DecodedSpan, DecodedSpan];
    const [tool] = named(spans, "execute_tool") as [DecodedSpan];
    expect(spans).toHaveLength(3);
    expect(root).not.toHaveProperty("parentSpanId");
    expect(inner.parentSpanId).toBe(root.spanId);
    expect(tool.parentSpanId).toBe(inner.spanId);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(step.traceparent).toBe(`00-${root.traceId}-${inner.spanId}-01`);
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ["invoke_agent Build https://***@code.example/app", 1],
      ["invoke_agent Design", 1],
      ["execute_tool execute", 1],
    ]);
    expect(root).toMatchObject({
      status: { code: 2 },
      attributes: {
        "gen_ai.conversation.id": run.id,
        "gen_ai.usage.input_tokens": "1200",
        "gen_ai.usage.output_tokens": "340",
        "switchyard.usage.cost_usd": expect.closeTo(0.0145, 6),
        "error.type": "_OTHER",
        "switchyard.run.status": "failed",
        "switchyard.run.attempt": "1",
      },
    });
    expect(inner.attributes).toMatchObject({
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": "claude-opus-4-5",
      "switchyard.step.id": step.id,
      "switchyard.step.status": "completed",
    });
    expect(tool).toMatchObject({ status: { code: 2 }, attributes: { "gen_ai.tool.name": "execute" } });
    expect(inner.events).toMatchObject([
      {
        name: "switchyard.question",
        attributes: { "switchyard.question.id": question.id, "switchyard.question.status": "answered" },
      },
    ]);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  });

  it("is sent again when the collector was busy, as the same spans, and not when it refuses them", async () => {
    collector.answers.splice(0, 1, 503, 200);
    const { run } = await workOn(api, job);
    await job.call("run.updateStatus", { runId: run.id, status: "completed" });
    await arrived(2);
    const [first, second] = collector.received.map(({ body }) => body);
    expect(second).toBe(first);
    for (const refusal of [400, 307]) {
      collector.answers.splice(0, collector.answers.length, refusal);
      const other = await startRun(api);
      await api.post("/runs/cancel", { runId: other.id });
      const sent = collector.received.length;
      await arrived(sent + 1);
      // The next try would come after a second.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(collector.received).toHaveLength(sent + 1);
    }
  });

  it("each attempt of a run is a trace of its own, also where the next has begun before the export", async () => {
    const { id: runId } = await startRun(api);
    await api.post("/runs/cancel", { runId });
    await api.post("/runs/restart", { runId });
    await api.post("/runs/cancel", { runId });
    await arrived(2);
    const roots = collector.received.flatMap(({ body }) => spansIn(body));
    expect(new Set(roots.map(({ attributes }) => attributes["switchyard.run.attempt"]))).toEqual(new Set(["1", "2"]));
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(2);
    expect(roots.map(({ status }) => status)).toEqual([undefined, undefined]);
  });

  it("many runs that end at once all arrive, in the order in which there is room for them", async () => {
    const workflowId = await createWorkflow(api);
    const runs = Array.from({ length: 100 }, () => ({ workflowId, prompt: "Build it." }));
    const started: { id: string }[] = await dataOf(api.post("/runs/start-many", { runs }));
    const runIds = started.map(({ id }) => id);
    await dataOf(api.post("/runs/bulk", { action: "cancel", filter: { runIds } }));
    await arrived(100);
    const sent = collector.received.flatMap(({ body }) => spansIn(body));
    expect(new Set(sent.map(({ attributes }) => attributes["switchyard.run.id"]))).toEqual(new Set(runIds));
  });

  it("a collector that does not answer has four requests at most, and delays nothing", async () => {
    const open: ServerResponse[] = [];
    collector.answers.splice(0, 1, (response) => void open.push(response));
    for (let index = 0; index < 7; index++) {
      const { id: runId } = await startRun(api);
      await job.call("run.updateStatus", { runId, status: "running" });
      const over = await job.call("run.updateStatus", { runId, status: "completed" });
      expect(over.status).toBe("completed");
    }
    await expect.poll(() => open.length).toBe(4);
    // The exports of the others have begun, too, and wait.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(open).toHaveLength(4);
    collector.answers.splice(0, 1, 200);
    for (const response of open) response.writeHead(200).end("{}");
    await arrived(7);
  });
});

describe("in process", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  afterEach(() => inProcess().setEnvironment({ ...unset, JOB_CALLBACK_SECRET: null }));

  /** Ends a run and returns the functions that were scheduled for its trace, and the documents that it left. */
  async function endOfRun(variables: Record<string, string | null>) {
    const deployment = inProcess();
    await deployment.setEnvironment({ ...unset, ...variables });
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const { id: runId } = await startRun(api);
    await api.post("/runs/cancel", { runId });
    const scheduled = await deployment.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    const calls = scheduled.filter(({ name }) => name.startsWith("telemetry"));
    return { deployment, api, runId, calls: calls.length };
  }

  it("without a collector, or with one that speaks another protocol, nothing is scheduled and nothing is written", async () => {
    for (const variables of [
      unset,
      { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
      { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    ]) {
      const { deployment, calls } = await endOfRun(variables);
      expect(calls).toBe(0);
      expect((await deployment.documents())["telemetryCollector"]).toEqual([]);
    }
    expect((await endOfRun(endpoint)).calls).toBe(1);
  });

  it("a collector that is gone is asked again after a while, and nothing else notices", async () => {
    const { deployment, api, runId } = await endOfRun(endpoint);
    const state = async () => (await deployment.documents())["telemetryCollector"];
    await expect.poll(state).toEqual([expect.objectContaining({ failures: 2, busySinceMs: [] })]);
    const [collector] = (await state()) as { waiting: unknown; quietUntilMs: number }[];
    expect(collector?.waiting).toEqual([expect.objectContaining({ failures: 2 })]);
    expect(collector?.quietUntilMs).toBeGreaterThan(Date.now());
    expect((await api.get(`/runs/get?id=${runId}`)).body.data).toMatchObject({ status: "cancelled" });
  });

  it("an export that fails is tried five times, and 500 wait at most", async () => {
    const { deployment } = await endOfRun(unset);
    const eventId = await deployment.run(async (ctx) => (await ctx.db.query("events").first())!._id);
    const { begin, end } = internal.telemetry.scheduled;
    const waiting = () =>
      deployment.run(async (ctx) => {
        const collector = (await ctx.db.query("telemetryCollector").first())!;
        // The next export may begin at once.
        await ctx.db.patch("telemetryCollector", collector._id, { quietUntilMs: undefined });
        return collector.waiting.length;
      });
    let turn = await deployment.mutation(begin, { eventId });
    for (let failed = 1; failed <= 5; failed++) {
      expect(turn).toMatchObject({ eventId, failures: failed - 1 });
      await deployment.mutation(end, { turn: turn!, outcome: "failed", mayContinue: false });
      expect(await waiting()).toBe(failed < 5 ? 1 : 0);
      turn = await deployment.mutation(begin, { eventId: null });
    }
    expect(turn).toBeNull();
    for (let index = 0; index < 510; index++) await deployment.mutation(begin, { eventId });
    expect(await waiting()).toBe(500);
  });

  it("the messages about tools are read page by page, each of them once", async () => {
    const { deployment, api, runId } = await endOfRun({ JOB_CALLBACK_SECRET: callbackSecret });
    const other = await startRun(api);
    const sandbox = await createSandbox(callbackWith(deployment), { runId: other.id });
    expect(runId).not.toBe(other.id);
    const sandboxId = await deployment.run(async (ctx) => {
      const { _id: id, projectId } = (await ctx.db.query("sandboxes").first())!;
      expect(sandbox).toContain(id);
      for (let index = 0; index < 450; index++) {
        const kind = index % 2 === 0 ? { kind: "tool" as const, data: JSON.stringify({ name: `tool-${index}` }) } : {};
        const message = { role: "assistant" as const, status: "complete" as const, content: "", bytes: 0, atMs: index };
        await ctx.db.insert("messages", { projectId, sandboxId: id, ...message, ...kind });
      }
      return id;
    });
    const read: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = null, isOver = false; !isOver;) {
      const page: { rows: { name: string }[]; next: string | null } = await deployment.query(
        internal.telemetry.scheduled.tools,
        { sandboxId, cursor },
      );
      read.push(...page.rows.map(({ name }) => name));
      sizes.push(page.rows.length);
      [cursor, isOver] = [page.next, page.next === null];
    }
    expect(read).toEqual(Array.from({ length: 225 }, (_, index) => `tool-${index * 2}`));
    expect(sizes.slice(0, 3)).toEqual([100, 100, 25]);
  });
});
