import { createHash } from "node:crypto";
import type { ContentBlock, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import { isNestedTooDeeply } from "../../text/json";
import { truncate, take, truncateWithEllipsis } from "../../text/truncate";
import type { ToolKind } from "../permissions";

type ToolEvent = Extract<AgentEvent, { kind: "tool" }>;

/** The agent may leave calls open for ever, so the oldest is forgotten. */
const maxCalls = 500;
/** The service keeps 16 kB with a message. */
const maxField = 3000;
const maxPaths = 50;
const maxTitle = 1000;
/** No system opens a file by a longer path. */
const maxPath = 4096;
const maxName = 200;

/** What is known of a call. Long texts are cut before they are kept. */
interface Known {
  title: string;
  toolKind: ToolKind;
  state: ToolEvent["state"];
  paths: string[];
  input: unknown;
  output: unknown;
}

/** The tool calls of a session. An update holds only what changed. */
export class ToolCalls {
  private readonly calls = new Map<string, Known>();

  /** Returns the call as it is after the update, which is also how a request for permission describes it. */
  update(update: ToolCallUpdate | ToolCall): Known {
    const id = shortId(update.toolCallId);
    const call = merged(this.formerOf(update), update);
    this.calls.delete(id);
    this.calls.set(id, call);
    const [oldest] = this.calls.keys();
    if (this.calls.size > maxCalls && oldest !== undefined) this.calls.delete(oldest);
    return call;
  }

  /** A call that begins under the id of one that has ended is another call. */
  private formerOf({ toolCallId, status }: ToolCallUpdate | ToolCall): Known {
    const former = this.calls.get(shortId(toolCallId)) ?? unknownCall;
    const beginsAnew = former.state !== "running" && status != null && stateOf(status) === "running";
    return beginsAnew ? unknownCall : former;
  }
}

/** The name of a call or of a message, which is kept with it. A long one becomes its hash. */
export function shortId(id: string): string {
  return id.length <= maxName ? id : createHash("sha256").update(id).digest("hex");
}

export function toolEvent(callId: string, { title, state, toolKind, paths, input, output }: Known): ToolEvent {
  const data: Record<string, unknown> = { kind: toolKind, paths };
  if (input !== null) data["input"] = input;
  if (output !== null) data["output"] = output;
  return { kind: "tool", callId, title, state, data };
}

export function textOf(content: ContentBlock): string {
  switch (content.type) {
    case "text":
      return content.text;
    case "resource_link":
      return content.uri;
    case "resource":
      return "text" in content.resource ? content.resource.text : `[${content.resource.uri}]`;
    case "image":
    case "audio":
      return `[${content.type}, ${content.mimeType}]`;
  }
}

const unknownCall: Known = {
  title: "Tool",
  toolKind: "other",
  state: "running",
  paths: [],
  input: null,
  output: null,
};

function merged(former: Known, update: ToolCallUpdate | ToolCall): Known {
  const { title, name, kind, status, rawInput, rawOutput } = update;
  const paths = pathsIn(update);
  const output = outputIn(update);
  return {
    title: truncateWithEllipsis(title ?? (former === unknownCall ? name : null) ?? former.title, maxTitle),
    toolKind: kind ?? former.toolKind,
    state: status == null ? former.state : stateOf(status),
    paths: take([...new Set([...former.paths, ...paths])], maxPaths),
    input: bounded(rawInput) ?? former.input,
    output: output ?? bounded(rawOutput) ?? former.output,
  };
}

function stateOf(status: NonNullable<ToolCallUpdate["status"]>): ToolEvent["state"] {
  switch (status) {
    case "pending":
    case "in_progress":
      return "running";
    case "completed":
      return "done";
    case "failed":
      return "failed";
  }
}

function pathsIn({ locations, content }: ToolCallUpdate | ToolCall): string[] {
  const located = (locations ?? []).map(({ path }) => path);
  const changed = (content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
  return take([...located, ...changed], maxPaths).map((place) => truncate(place, maxPath));
}

function outputIn({ content }: ToolCallUpdate | ToolCall): string | null {
  const texts = (content ?? []).flatMap((part) => (part.type === "content" ? [textOf(part.content)] : []));
  return texts.length === 0 ? null : truncateWithEllipsis(texts.join("\n"), maxField);
}

/** A large value is kept as the beginning of its JSON. */
function bounded(value: unknown): unknown {
  if (value == null) return null;
  if (typeof value === "string") return truncateWithEllipsis(value, maxField);
  if (isNestedTooDeeply(value)) return "(nested too deeply)";
  const json = JSON.stringify(value);
  return json.length <= maxField ? value : truncateWithEllipsis(json, maxField);
}
