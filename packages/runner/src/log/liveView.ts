// A quiet view on a terminal: what has ended scrolls by, and below it one line for each job that is under way.
import type { LogEvent } from "./events";
import { truncate } from "../text/truncate";
import { describeEvent } from "./lines";
import { printableEntry, printableRow } from "./printable";

interface Terminal {
  columns?: number;
  write: (text: string) => unknown;
}

interface Row {
  subject: string;
  what: string;
  sinceMs: number;
}

const [clearDown, up] = ["\u001B[0J", (rows: number) => `\u001B[${rows}F`];
const everyMs = 1000;

export function liveView(terminal: Terminal): { log: (event: LogEvent) => void; end: () => void } {
  const rows = new Map<string, Row>();
  let shown = 0;
  let waiting = "";
  const timer = setInterval(draw, everyMs);
  timer.unref();
  return { log, end: () => (clearInterval(timer), draw()) };

  function log(event: LogEvent): void {
    const line = take(event);
    erase();
    if (line !== null) terminal.write(`${printableEntry(line)}\n`);
    draw();
  }

  /** Returns the line that stays, or null when only the rows change. */
  function take(event: LogEvent): string | null {
    if (event.kind === "claimed") {
      rows.set(event.jobId, { subject: event.subject, what: event.work, sinceMs: Date.now() });
      waiting = "";
      return null;
    }
    if (event.kind === "doing") {
      const row = rows.get(event.jobId);
      if (row !== undefined) row.what = event.what;
      return null;
    }
    if (event.kind === "waiting") {
      waiting = event.reason;
      return null;
    }
    if (event.kind !== "ended") return describeEvent(event);
    const row = rows.get(event.jobId);
    rows.delete(event.jobId);
    const took = row === undefined ? "" : ` after ${age(row.sinceMs)}`;
    return `${event.how}${took}: ${row?.subject ?? event.jobId}${event.reason === undefined ? "" : ` (${event.reason})`}`;
  }

  function erase(): void {
    if (shown > 0) terminal.write(up(shown) + clearDown);
    shown = 0;
  }

  function draw(): void {
    erase();
    const lines = [...rows.values()].map(
      ({ subject, what, sinceMs }) => `  ${age(sinceMs).padStart(7)}  ${printableRow(`${subject}: ${what}`)}`,
    );
    if (waiting !== "") lines.push(`  Claims nothing now: ${printableRow(waiting)}.`);
    const width = (terminal.columns ?? 80) - 1;
    for (const line of lines) terminal.write(`${truncate(line, width)}\n`);
    shown = lines.length;
  }
}

function age(sinceMs: number): string {
  const seconds = Math.round((Date.now() - sinceMs) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
}
