// The one place that says how an attempt of a run looks as a trace: in OTLP's JSON, by the conventions of OpenTelemetry
// for generative AI in the version below. Where they have no name, attributes begin with `switchyard.`. This file is
// pure.
import { redactCredentials } from "../lib/repositoryAddress";
import { truncate } from "../lib/textLength";
import type { AttemptFacts, QuestionFacts, StepFacts, ToolFacts } from "./facts";
import { rootSpanIdOf, spanIdOf, traceIdOf } from "./traceIds";

/** The release of open-telemetry/semantic-conventions-genai, which is based on the conventions 1.45.0. */
export const conventions = "0.1.0";

const internalKind = 1;
const errorStatus = 2;
const maxNameLength = 200;

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };

interface Attribute {
  key: string;
  value: Value;
}

interface SpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: Attribute[];
}

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events: SpanEvent[];
  status: { code?: number };
}

/** The body of `POST /v1/traces`. */
export interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string; version: string; attributes: Attribute[] }; spans: Span[] }[];
  }[];
}

/** `version` is that of this service. */
export async function exportRequestOf(attempt: AttemptFacts, version: string): Promise<ExportRequest> {
  const resource = { attributes: attributesOf({ "service.name": "switchyard", "service.version": version }) };
  const scope = {
    name: "switchyard",
    version,
    attributes: attributesOf({ "switchyard.gen_ai.conventions": conventions }),
  };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: await spansOf(attempt) }] }] };
}

export async function spansOf(attempt: AttemptFacts): Promise<Span[]> {
  const { runId, steps, tools, questions } = attempt;
  const traceId = await traceIdOf(runId, attempt.attempt);
  const rootId = await rootSpanIdOf(runId, attempt.attempt);
  const known = new Set(steps.map(({ id }) => id));
  const asked = (stepId: string | null) => eventsOf(questions.filter((question) => question.stepId === stepId));
  const others = questions.filter(({ stepId }) => stepId === null || !known.has(stepId));
  const spans: Span[] = [{ traceId, spanId: rootId, ...rootOf(attempt), events: eventsOf(others) }];
  for (const step of steps) {
    const place = { traceId, spanId: await spanIdOf(step.id), parentSpanId: rootId };
    spans.push({ ...place, ...stepOf(attempt, step), events: asked(step.id) });
  }
  for (const tool of tools) {
    const step = stepOfTool(steps, tool);
    const parentSpanId = step === null ? rootId : await spanIdOf(step.id);
    spans.push({ traceId, spanId: await spanIdOf(tool.id), parentSpanId, ...toolOf(attempt, tool), events: [] });
  }
  return spans;
}

type Described = Omit<Span, "traceId" | "spanId" | "parentSpanId" | "events">;

function rootOf(attempt: AttemptFacts): Described {
  const { steps, status, reason, runId, endedAtMs } = attempt;
  const agent = nameOf(attempt.workflowName);
  const startedAtMs = attempt.startedAtMs ?? Math.min(endedAtMs, ...steps.map((step) => step.startedAtMs));
  return {
    name: `invoke_agent ${agent}`,
    kind: internalKind,
    ...timesOf(startedAtMs, endedAtMs),
    ...outcomeOf(status === "failed"),
    attributes: attributesOf({
      "gen_ai.operation.name": "invoke_agent",
      // The agents of the steps may have different providers.
      "gen_ai.provider.name": "switchyard",
      "gen_ai.agent.name": agent,
      "gen_ai.conversation.id": runId,
      ...usageOf({
        inputTokens: sumOf(steps, "inputTokens"),
        outputTokens: sumOf(steps, "outputTokens"),
        costMicroUsd: sumOf(steps, "costMicroUsd"),
      }),
      "error.type": status === "failed" ? (reason ?? otherError) : null,
      "switchyard.project.id": attempt.projectId,
      "switchyard.run.id": runId,
      "switchyard.run.number": attempt.runNumber,
      "switchyard.run.attempt": attempt.attempt,
      "switchyard.run.status": status,
      "switchyard.run.source": attempt.source,
      "switchyard.run.reason": status === "cancelled" ? reason : null,
      "switchyard.workflow.id": attempt.workflowId,
      "switchyard.is_cut": attempt.isCut ? true : null,
    }),
  };
}

function stepOf({ runId, endedAtMs }: AttemptFacts, step: StepFacts): Described {
  const agent = nameOf(step.name);
  return {
    name: `invoke_agent ${agent}`,
    kind: internalKind,
    ...timesOf(step.startedAtMs, step.endedAtMs ?? endedAtMs),
    ...outcomeOf(step.status === "failed"),
    attributes: attributesOf({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": providerOf(step.model),
      "gen_ai.agent.name": agent,
      "gen_ai.conversation.id": runId,
      "gen_ai.request.model": step.model === null ? null : nameOf(step.model),
      ...usageOf(step),
      "error.type": step.status === "failed" ? otherError : null,
      "switchyard.run.id": runId,
      "switchyard.step.id": step.id,
      "switchyard.step.index": step.index,
      "switchyard.step.role": step.role,
      "switchyard.step.status": step.status,
      "switchyard.step.tool": step.tool === null ? null : nameOf(step.tool),
    }),
  };
}

function toolOf({ runId }: AttemptFacts, tool: ToolFacts): Described {
  return {
    name: `execute_tool ${tool.name}`,
    kind: internalKind,
    ...timesOf(tool.startedAtMs, tool.endedAtMs),
    ...outcomeOf(tool.hasFailed),
    attributes: attributesOf({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool.name,
      "gen_ai.tool.call.id": tool.id,
      "gen_ai.conversation.id": runId,
      "error.type": tool.hasFailed ? otherError : null,
      "switchyard.message.bytes": tool.bytes,
    }),
  };
}

function eventsOf(questions: readonly QuestionFacts[]): SpanEvent[] {
  return questions.map(({ id, status, askedAtMs, closedAtMs }) => ({
    timeUnixNano: nanosOf(askedAtMs),
    name: "switchyard.question",
    attributes: attributesOf({
      "switchyard.question.id": id,
      "switchyard.question.status": status,
      "switchyard.question.waited_ms": closedAtMs === null ? null : Math.max(0, Math.floor(closedAtMs - askedAtMs)),
    }),
  }));
}

/** A sandbox usually has one step. Where it has several, the tool belongs to the last that had begun. */
function stepOfTool(steps: readonly StepFacts[], { sandboxId, startedAtMs }: ToolFacts): StepFacts | null {
  const own = steps.filter((step) => step.sandboxId === sandboxId);
  return own.findLast((step) => step.startedAtMs <= startedAtMs) ?? own[0] ?? null;
}

/** The well-known error for what has no code. */
const otherError = "_OTHER";

/** The text of an error may say anything, so it is left out. */
function outcomeOf(hasFailed: boolean): Pick<Span, "status"> {
  return { status: hasFailed ? { code: errorStatus } : {} };
}

interface Usage {
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

function usageOf({ inputTokens, outputTokens, costMicroUsd }: Usage) {
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "switchyard.usage.cost_usd": { double: costMicroUsd / 1e6 },
  };
}

function sumOf(steps: readonly StepFacts[], amount: keyof Usage): number {
  return steps.reduce((sum, step) => sum + step[amount], 0);
}

/** The well-known names of the conventions, by how models are named. */
const providers = [
  [/^claude/, "anthropic"],
  [/^(gpt|chatgpt|codex|o\d)/, "openai"],
  [/^gemini/, "gcp.gemini"],
  [/^deepseek/, "deepseek"],
  [/^(mistral|codestral|devstral|magistral)/, "mistral_ai"],
  [/^grok/, "x_ai"],
  [/^kimi/, "moonshot_ai"],
] as const;

function providerOf(model: string | null): string {
  const found = providers.find(([pattern]) => model !== null && pattern.test(model));
  return found?.[1] ?? "switchyard";
}

/** Names may come from runners and people, who may have copied an address with a token. */
function nameOf(text: string): string {
  return truncate(redactCredentials(text), maxNameLength);
}

function timesOf(startedAtMs: number, endedAtMs: number): Pick<Span, "startTimeUnixNano" | "endTimeUnixNano"> {
  return { startTimeUnixNano: nanosOf(startedAtMs), endTimeUnixNano: nanosOf(Math.max(startedAtMs, endedAtMs)) };
}

/** A number cannot hold these exactly, so JSON has them as texts. */
function nanosOf(ms: number): string {
  return `${Math.max(0, Math.floor(ms))}000000`;
}

type Plain = string | number | boolean | { double: number } | null;

/** Leaves out what is null. */
function attributesOf(values: Record<string, Plain>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [{ key, value: valueOf(value) }]));
}

function valueOf(value: NonNullable<Plain>): Value {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return { intValue: String(Math.round(value)) };
  return { doubleValue: value.double };
}
