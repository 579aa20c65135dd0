// What the runner sends with a tool's message: its kind, the files, what it was given and what it said. Agents fill
// these fields, so none of them is certain. This file is pure.
import type { Message } from "./messageStore";
import { stripTerminalCodes } from "./stripTerminalCodes";

export interface ToolCall {
  title: string;
  /** Such as `read`, `edit`, `execute`, `search` or `fetch`. */
  kind: string;
  state: "running" | "done" | "failed";
  paths: readonly string[];
  input: string | null;
  output: string | null;
}

export function readToolCall({ title, content, status, data }: Message): ToolCall {
  const { kind, state, paths, input, output, clipped } = data ?? {};
  const text = textOf(output);
  // A runner may put the output into the text instead.
  const outputText = text ?? (content === "" || content === title ? null : stripTerminalCodes(content));
  return {
    title: title ?? (content === "" ? "Tool" : stripTerminalCodes(content).slice(0, 200)),
    kind: typeof kind === "string" ? kind : "other",
    state: state === "failed" ? "failed" : status === "streaming" ? "running" : "done",
    paths: Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [],
    input: textOf(input) ?? textOf(clipped),
    output: outputText,
  };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  return stripTerminalCodes(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}
