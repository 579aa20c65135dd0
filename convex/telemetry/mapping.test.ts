import { expect, it } from "vitest";
import type { Id } from "../_generated/dataModel";
import { rowsOf } from "./collecting";
import type { AttemptFacts, StepFacts, ToolFacts } from "./facts";
import { conventions, exportRequestOf, spansOf } from "./mapping";
import type { Span } from "./mapping";
import { traceparentOf } from "./traceIds";

const sandboxId = "sandbox" as Id<"sandboxes">;

const step = (changes: Partial<StepFacts> = {}): StepFacts => ({
  id: "rs_1",
  index: 0,
  role: "designer",
  name: "Design",
  status: "completed",
  sandboxId,
  model: null,
  tool: null,
  startedAtMs: 1000,
  endedAtMs: 2000,
  inputTokens: 10,
  outputTokens: 1,
  costMicroUsd: 1_000_000,
  ...changes,
});

const tool = (changes: Partial<ToolFacts> = {}): ToolFacts => ({
  id: "msg_1",
  sandboxId,
  name: "edit",
  hasFailed: false,
  startedAtMs: 1500,
  endedAtMs: 1600,
  bytes: 12,
  ...changes,
});

const attempt = (changes: Partial<AttemptFacts> = {}): AttemptFacts => ({
  projectId: "proj_1",
  runId: "r_1",
  runNumber: 7,
  attempt: 1,
  status: "completed",
  reason: null,
  source: "api",
  workflowId: "wf_1",
  workflowName: "Build",
  startedAtMs: 900,
  endedAtMs: 2100,
  steps: [step()],
  tools: [tool()],
  questions: [],
  isCut: false,
  ...changes,
});

const valuesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));

it("an attempt is the same trace however often it is mapped, and another attempt is another one", async () => {
  const ids = (spans: Span[]) => spans.flatMap(({ traceId, spanId, parentSpanId }) => [traceId, spanId, parentSpanId]);
  const first = await spansOf(attempt());
  expect(ids(await spansOf(attempt()))).toEqual(ids(first));
  const [root] = await spansOf(attempt({ attempt: 2 }));
  expect(root?.traceId).not.toBe(first[0]?.traceId);
  expect(root?.spanId).not.toBe(first[0]?.spanId);
  for (const { traceId, spanId } of first) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
  }
});

it("the spans of an agent are below that of its step", async () => {
  const [, inner] = await spansOf(attempt());
  const given = await traceparentOf({ runId: "r_1", attempt: 1, stepId: "rs_1" });
  expect(given).toBe(`00-${inner?.traceId}-${inner?.spanId}-01`);
});

it("times are texts with all their digits, in order also where a runner's clock is wrong", async () => {
  const spans = await spansOf(
    attempt({ startedAtMs: 1_780_000_000_123, endedAtMs: 1_780_000_000_000.9, tools: [tool({ endedAtMs: 0 })] }),
  );
  expect(spans.map((span) => [span.startTimeUnixNano, span.endTimeUnixNano])).toEqual([
    ["1780000000123000000", "1780000000123000000"],
    ["1000000000", "2000000000"],
    ["1500000000", "1500000000"],
  ]);
});

it("the usage of an attempt is that of its steps, and a cost is never written as a whole number", async () => {
  const [root, inner] = await spansOf(attempt({ steps: [step(), step({ id: "rs_2" })] }));
  expect(valuesOf(root!)).toMatchObject({ "gen_ai.usage.input_tokens": "20", "gen_ai.usage.output_tokens": "2" });
  const cost = (span: Span) => span.attributes.find(({ key }) => key === "switchyard.usage.cost_usd")?.value;
  expect([cost(root!), cost(inner!)]).toEqual([{ doubleValue: 2 }, { doubleValue: 1 }]);
});

it("failures are errors with a code, and a cancelled run is not an error", async () => {
  const outcome = async (changes: Partial<AttemptFacts>) => {
    const [root] = await spansOf(attempt(changes));
    return [root?.status, valuesOf(root!)["error.type"], valuesOf(root!)["switchyard.run.reason"]];
  };
  expect(await outcome({ status: "failed", reason: "runner_lost" })).toEqual([{ code: 2 }, "runner_lost", undefined]);
  expect(await outcome({ status: "failed" })).toEqual([{ code: 2 }, "_OTHER", undefined]);
  expect(await outcome({ status: "cancelled", reason: "budget" })).toEqual([{}, undefined, "budget"]);
  expect(await outcome({})).toEqual([{}, undefined, undefined]);
});

it("a tool belongs to the step that was at work in its sandbox, or to the run", async () => {
  const steps = [step(), step({ id: "rs_2", startedAtMs: 3000 })];
  const tools = [
    tool(),
    tool({ id: "msg_2", startedAtMs: 3500 }),
    tool({ id: "msg_3", sandboxId: "other" as Id<"sandboxes"> }),
  ];
  const [root, one, two, ...used] = await spansOf(attempt({ steps, tools }));
  expect(used.map(({ parentSpanId }) => parentSpanId)).toEqual([one?.spanId, two?.spanId, root?.spanId]);
});

it("a question is an event of its step, or of the run", async () => {
  const question = { id: "rq_1", stepId: "rs_1", status: "answered", askedAtMs: 1100, closedAtMs: 1350.5 };
  const questions = [question, { ...question, id: "rq_2", stepId: null, closedAtMs: null }];
  const [root, inner] = await spansOf(attempt({ questions }));
  expect(root?.events.map(valuesOf)).toEqual([
    { "switchyard.question.id": "rq_2", "switchyard.question.status": "answered" },
  ]);
  expect(inner?.events.map(({ timeUnixNano, name }) => [timeUnixNano, name])).toEqual([
    ["1100000000", "switchyard.question"],
  ]);
  expect(valuesOf(inner!.events[0]!)["switchyard.question.waited_ms"]).toBe("250");
});

it("the provider is named as the conventions name it, where the model says which it is", async () => {
  const models = ["claude-opus-4-5", "gpt-5", "o3", "gemini-3-pro", "grok-4", "own-model", null];
  const steps = models.map((model, index) => step({ id: `rs_${index}`, model }));
  const [, ...spans] = await spansOf(attempt({ steps, tools: [] }));
  expect(spans.map((span) => valuesOf(span)["gen_ai.provider.name"])).toEqual([
    "anthropic",
    "openai",
    "openai",
    "gcp.gemini",
    "x_ai",
    "switchyard",
    "switchyard",
  ]);
});

it("names are shortened, and addresses in them lose their credentials", async () => {
  const workflowName = `https://ada:token@code.example ${"x".repeat(500)}`;
  const [root] = await spansOf(attempt({ workflowName }));
  expect(root?.name).toMatch(/^invoke_agent https:\/\/\*\*\*@code\.example x+…$/);
  expect(root?.name.length).toBeLessThan(230);
});

it("the request says which service and which conventions it is written by", async () => {
  const { resourceSpans } = await exportRequestOf(attempt({ isCut: true }), "1.2.3");
  const [{ resource, scopeSpans }] = resourceSpans as [(typeof resourceSpans)[number]];
  expect(valuesOf(resource)).toEqual({ "service.name": "switchyard", "service.version": "1.2.3" });
  expect(valuesOf(scopeSpans[0]!.scope)).toEqual({ "switchyard.gen_ai.conventions": conventions });
  expect(valuesOf(scopeSpans[0]!.spans[0]!)["switchyard.is_cut"]).toBe(true);
});

it("an export reads a bounded number of pages, and knows whether something is left", async () => {
  const read = (last: number) => {
    let page = 0;
    return async () => ({ rows: [++page], next: page === last ? null : String(page) });
  };
  expect(await rowsOf(3, read(3))).toEqual({ rows: [1, 2, 3], pages: 3, isCut: false });
  expect(await rowsOf(3, read(4))).toEqual({ rows: [1, 2, 3], pages: 3, isCut: true });
  expect(await rowsOf(0, read(1))).toEqual({ rows: [], pages: 0, isCut: true });
});

it("a name has no half of a password where it is cut", async () => {
  const [root] = await spansOf(
    attempt({ workflowName: `${"x".repeat(180)} https://ada:secret-0123456789@git.example` }),
  );
  expect(JSON.stringify(root)).not.toContain("secret");
});
