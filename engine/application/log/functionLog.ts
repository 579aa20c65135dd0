// The log lines and ends of function calls. They are kept for `npx convex logs` and written out as records.
import { memoryLimits as bounds } from "../../memoryLimits";
import type { FunctionKind, LogLine } from "../../runtime/contract";
import type { JsonObject } from "../../value/json";
import type { Conflict } from "../../database/optimisticMutations";
import type { MeteredResource, Usage } from "../../database/limits";
import type { CallCounts, LogEntry } from "../contract";
import { bytesAsJson, cutText, withoutValues } from "./logText";
import { AnonymousLineLimit } from "./anonymousLineLimit";

const maxEntries = 1_000;
const maxBytes = bounds.functionLog;
/** The largest size of one call's lines and error, as `npx convex logs` shows them. */
const maxBytesOfRun = 32 * 1024;
/** The largest size of a record as a line of JSON, in bytes. */
const lineBytes = 4 * 1024;
const identifierBytes = 512;

export interface FinishedRun {
  /**
   * Returns the name of the function, which few calls need. A getter would not do: each object with a getter of its own
   * costs V8 a hidden class, which keeps all that the getter refers to until the whole heap is collected.
   */
  nameOf: () => string;
  kind: FunctionKind | "httpAction";
  requestId: string;
  lines: LogLine[];
  startedAt: number;
  durationMs: number;
  error: string | null;
  /** The resources that each transaction of the call used. */
  usages: readonly Usage[];
  calls: Readonly<CallCounts>;
  /** True if the caller has not signed in. */
  isAnonymous: boolean;
}

export class FunctionLog {
  private entries: LogEntry[] = [];
  private bytes = 0;
  private readonly anonymousLines: AnonymousLineLimit;
  private waiting = new Set<() => void>();
  private lastAt = 0;

  /**
   * `write` receives one record for each call that logged something or failed. `observe` receives what every call
   * has used.
   */
  constructor(
    private readonly now: () => number,
    private readonly write: (record: JsonObject) => void,
    private readonly observe: (run: FinishedRun) => void = () => {},
  ) {
    this.anonymousLines = new AnonymousLineLimit(now);
  }

  recordRun(run: FinishedRun): void {
    this.observe(run);
    if (run.lines.length === 0 && run.error === null) return;
    if (run.error !== null && run.isAnonymous && !this.anonymousLines.takeOne()) return;
    const leftOut = this.anonymousLines.takeLeftOut();
    if (leftOut > 0)
      this.recordMessage(`${leftOut} failed calls of clients that have not signed in were left out here.`);
    // Readers continue from the last time that they saw, so no two entries may have the same time.
    this.lastAt = Math.max(this.now(), this.lastAt + 0.001);
    this.keep(run, this.lastAt);
    this.write(recordOf(run));
    for (const wake of this.waiting) wake();
  }

  private keep(run: FinishedRun, at: number): void {
    const { kind, durationMs, requestId } = run;
    const identifier = cutText(run.nameOf(), identifierBytes);
    const error = errorOf(run, maxBytesOfRun / 2);
    const texts = linesThatFit(run.lines, ({ message }) => message, maxBytesOfRun / 2);
    const lines = texts.map((message, index) => {
      const { level, at: saidAt } = run.lines[index] ?? lineLeftOut;
      return { level, at: saidAt, message };
    });
    this.entries.push({ identifier, kind, lines, at, durationMs, error, requestId });
    this.bytes += bytesAsJson([lines, error]);
    if (this.entries.length <= maxEntries && this.bytes <= maxBytes) return;
    this.entries = this.entries.slice(-this.entries.length / 2);
    this.bytes = this.entries.reduce((sum, entry) => sum + bytesAsJson([entry.lines, entry.error]), 0);
  }

  /** Writes a message for operators that belongs to no function. */
  recordMessage(message: string): void {
    this.write({ at: new Date(this.now()).toISOString(), message });
  }

  /** Logs a conflict of two mutations that were in flight at the same time. */
  recordConflict(conflict: Conflict): void {
    this.write({ at: new Date(this.now()).toISOString(), conflict: { ...conflict } });
  }

  /** Logs a failure of the engine itself. */
  recordEngineFailure(where: string, error: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.write({ at: new Date(this.now()).toISOString(), failure: where, detail });
  }

  async read(cursor: number, waitMs: number, signal: AbortSignal): Promise<{ entries: LogEntry[]; newCursor: number }> {
    if (this.after(cursor).length === 0) await this.nextEntry(waitMs, signal);
    const entries = this.after(cursor);
    return { entries, newCursor: entries.at(-1)?.at ?? cursor };
  }

  private after(cursor: number): LogEntry[] {
    return this.entries.filter((entry) => entry.at > cursor);
  }

  private nextEntry(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, waitMs);
      signal.addEventListener("abort", end);
      this.waiting.add(end);
      if (signal.aborted) end();
    });
  }
}

function recordOf(run: FinishedRun): JsonObject {
  const record: JsonObject = {
    at: new Date(run.startedAt).toISOString(),
    function: cutText(run.nameOf(), identifierBytes),
    kind: run.kind,
    requestId: run.requestId,
    durationMs: Math.round(run.durationMs * 100) / 100,
    documentsRead: totalUsed(run, "documentsRead"),
    bytesRead: totalUsed(run, "bytesRead"),
    documentsWritten: totalUsed(run, "documentsWritten"),
    bytesWritten: totalUsed(run, "bytesWritten"),
  };
  const freeBytes = lineBytes - bytesAsJson(record) - namesBytes;
  const error = errorOf(run, freeBytes / 2);
  if (error !== null) record["error"] = error;
  if (run.lines.length > 0) record["lines"] = linesThatFit(run.lines, clientLine, freeBytes / 2);
  return record;
}

/** The size of `"error":` and `"lines":[]` with their separators. */
const namesBytes = 40;

/** Returns the call's error without the values of its arguments. */
function errorOf({ error }: FinishedRun, maxBytes: number): string | null {
  return error === null ? null : cutText(withoutValues(error), maxBytes);
}

/** Returns as many lines as fit. If some were left out, the last line says how many. */
function linesThatFit(lines: readonly LogLine[], textOf: (line: LogLine) => string, maxBytes: number): string[] {
  const texts: string[] = [];
  let freeBytes = maxBytes - leftOutBytes;
  for (const [index, line] of lines.entries()) {
    const text = cutText(textOf(line), Math.max(1, freeBytes));
    freeBytes -= bytesAsJson(text) + 1;
    if (freeBytes < 0) return [...texts, `… ${lines.length - index} lines left out`];
    texts.push(text);
  }
  return texts;
}

const leftOutBytes = 64;

/** The level and time of the line that says how many were left out. */
const lineLeftOut: Omit<LogLine, "message"> = { level: "INFO", at: 0 };

function totalUsed({ usages }: FinishedRun, resource: MeteredResource): number {
  return usages.reduce((sum, usage) => sum + usage.get(resource), 0);
}

/** Returns a log line in the form in which clients receive it. */
export function clientLine(line: LogLine): string {
  return `[${line.level}] ${line.message}`;
}
