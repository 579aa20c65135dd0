// `SERVICE_LOG=json`: everything that the process writes is one JSON object in a line, with the fields of
// docs/operations.md, "The log". What the engine and Node write themselves goes the same way.
import { readRefusedLine, shownCredential } from "../convex/api/refusedLine";
import type { FinishedRequest } from "../engine/server/exchange";

type Level = "info" | "warn" | "error";
type Line = { time: string; level: Level; message: string } & Record<string, unknown>;

export function isJsonLog(): boolean {
  return process.env["SERVICE_LOG"] === "json";
}

/** What has fields already is written by this, so that it becomes a text once. */
export interface JsonLog {
  write(line: Line): void;
}

type Streams = Record<"stdout" | "stderr", Pick<NodeJS.WriteStream, "write">>;
type Written = (error?: Error | null) => void;
type Write = (text: string, written?: Written) => boolean;

/** From now on each text that is written to standard output or standard error becomes such a line. */
export function writeLogAsJson({ stdout, stderr }: Streams = process): JsonLog {
  const write: Write = stderr.write.bind(stderr);
  stdout.write = asLines(stdout.write.bind(stdout), "info");
  stderr.write = asLines(write, "error");
  return { write: (line) => void write(textOf(line)) };
}

/** Returns what writes texts like a stream's own `write`: who waits until a text is written learns of it. */
function asLines(write: Write, level: Level): NodeJS.WriteStream["write"] {
  return (chunk: string | Uint8Array, encoding?: BufferEncoding | Written, done?: Written): boolean => {
    const [form, written] = typeof encoding === "function" ? ["utf8" as const, encoding] : [encoding, done];
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, form) : Buffer.from(chunk);
    const text = bytes.toString("utf8").trim();
    if (text !== "") return write(textOf(lineOf(text, level, new Date().toISOString())), written);
    if (written !== undefined) process.nextTick(written);
    return true;
  };
}

function textOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** A request that was answered. */
export function requestLine(request: FinishedRequest, time: string): Line {
  const { host, route, method, status, seconds, requestId, callId, authorization } = request;
  return {
    time,
    level: status >= 500 ? "error" : status >= 400 ? "warn" : "info",
    message: `${method} ${route} ${status}`,
    ...(requestId === null ? {} : { requestId }),
    callId,
    host,
    method,
    route,
    status,
    durationMs: Math.round(seconds * 100_000) / 100,
    key: shownCredential(authorization ?? null),
  };
}

/** `text` is a report of the engine, which is an object already, or anything else that was written. */
export function lineOf(text: string, level: Level, time: string): Line {
  const record = readObject(text);
  return record === null ? { time, level, message: text } : recordLine(record, time);
}

/** An entry of the engine's log. */
export function recordLine({ at, ...fields }: Record<string, unknown>, now: string): Line {
  const time = typeof at === "string" ? at : now;
  if (typeof fields["function"] === "string") return ofFunction(time, fields);
  const { message, failure, ...rest } = fields;
  if (typeof failure === "string") return { time, level: "error", message: failure, ...rest };
  if (typeof message === "string") return { time, level: "warn", message, ...rest };
  return { time, level: "warn", message: "Two mutations were in conflict.", ...rest };
}

/** A call that has written something or failed. */
function ofFunction(time: string, { requestId: callId, lines, error, ...rest }: Record<string, unknown>): Line {
  const texts = Array.isArray(lines) ? lines.map(String) : [];
  const [first = ""] = texts;
  const refused =
    texts.length === 1 && error === undefined ? readRefusedLine(first.replace(/^\[INFO\] '(.*)'$/, "$1")) : null;
  if (refused !== null) {
    const { status, code, method, path } = refused;
    return { time, level: "warn", message: `Refused ${method} ${path}: ${status} ${code}`, callId, ...refused };
  }
  const message = [...texts, ...(typeof error === "string" ? [error] : [])].join("\n");
  return { time, level: levelOf(texts, error), message, callId, ...rest };
}

function levelOf(texts: readonly string[], error: unknown): Level {
  if (error !== undefined || texts.some((text) => text.startsWith("[ERROR]"))) return "error";
  return texts.some((text) => text.startsWith("[WARN]")) ? "warn" : "info";
}

function readObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
