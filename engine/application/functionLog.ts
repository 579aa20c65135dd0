// What functions logged and how they ended: kept for `npx convex logs`, and written out as structured lines.
import type { FunctionKind, LogLine } from "../runtime/contract";
import type { Conflict } from "../database/optimistic";
import type { LogEntry } from "./contract";
import type { MeteredResource, Usage } from "../database/limits";

const keptEntries = 1_000;

export interface FinishedRun {
  identifier: string;
  kind: FunctionKind | "httpAction";
  requestId: string;
  lines: LogLine[];
  startedAt: number;
  durationMs: number;
  error: string | null;
  /** Of its transactions. */
  usages: readonly Usage[];
}

export class FunctionLog {
  private entries: LogEntry[] = [];
  private waiting = new Set<() => void>();
  private lastAt = 0;

  /** `write` receives one JSON text for each run that said something or failed. */
  constructor(
    private readonly now: () => number,
    private readonly write: (line: string) => void,
  ) {}

  finished(run: FinishedRun): void {
    if (run.lines.length === 0 && run.error === null) return;
    // Readers go on from the last time they saw, so no two entries may share one.
    this.lastAt = Math.max(this.now(), this.lastAt + 0.001);
    const { identifier, kind, lines, durationMs, error, requestId } = run;
    this.entries.push({ identifier, kind, lines, at: this.lastAt, durationMs, error, requestId });
    if (this.entries.length > keptEntries) this.entries = this.entries.slice(-keptEntries / 2);
    this.write(structuredLine(run));
    for (const wake of this.waiting) wake();
  }

  /** Something an operator should know that belongs to no function. */
  note(message: string): void {
    this.write(JSON.stringify({ at: new Date(this.now()).toISOString(), message }));
  }

  /** Two mutations that were in flight together. */
  conflict(conflict: Conflict): void {
    this.write(JSON.stringify({ at: new Date(this.now()).toISOString(), conflict }));
  }

  /** A failure of the engine itself. */
  engineFailure(where: string, error: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.write(JSON.stringify({ at: new Date(this.now()).toISOString(), failure: where, detail }));
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

function structuredLine(run: FinishedRun): string {
  return JSON.stringify({
    at: new Date(run.startedAt).toISOString(),
    function: run.identifier,
    kind: run.kind,
    requestId: run.requestId,
    durationMs: Math.round(run.durationMs * 100) / 100,
    documentsRead: used(run, "documentsRead"),
    bytesRead: used(run, "bytesRead"),
    documentsWritten: used(run, "documentsWritten"),
    bytesWritten: used(run, "bytesWritten"),
    ...(run.error === null ? {} : { error: run.error }),
    ...(run.lines.length === 0 ? {} : { lines: run.lines.map(clientLine) }),
  });
}

function used({ usages }: FinishedRun, resource: MeteredResource): number {
  return usages.reduce((sum, usage) => sum + usage.get(resource), 0);
}

/** The form in which clients receive log lines. */
export function clientLine(line: LogLine): string {
  return `[${line.level}] ${line.message}`;
}
