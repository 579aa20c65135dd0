// `console`: its calls become log lines of the run.
import { performance } from "node:perf_hooks";
import { activeRun } from "../activeRun";
import { runOutsideGuest } from "../containment";
import type { LogLevel } from "../contract";
import type { Run } from "../run";
import { inspect } from "./inspect";

/** The largest number of lines of one run. The last line then says that there were more. */
const MAX_LINES = 256;
const MAX_LINE_BYTES = 32_768;
const CUT = " (truncated due to length)";

type Method = (...args: unknown[]) => void;

export type GuestConsole = Record<
  "debug" | "error" | "info" | "log" | "warn" | "trace" | "time" | "timeLog" | "timeEnd",
  Method
>;

export function guestConsole(): GuestConsole {
  return {
    debug: writer("DEBUG"),
    error: writer("ERROR"),
    info: writer("INFO"),
    log: writer("LOG"),
    warn: writer("WARN"),
    trace,
    time,
    timeLog: (label, ...args) => logTimer(labelOf(label), args),
    timeEnd: (label) => {
      logTimer(labelOf(label), []);
      activeRun().timerLabels?.delete(labelOf(label));
    },
  };
}

function writer(level: LogLevel): Method {
  return (...args) => write(activeRun(), level, render(args));
}

function trace(...args: unknown[]): void {
  const run = activeRun();
  const frames = run.guest.scripts.frames(new Error("trace").stack ?? "");
  write(run, "LOG", [render(args), ...frames].join("\n"));
}

function time(label: unknown): void {
  const timerLabels = (activeRun().timerLabels ??= new Map());
  if (timerLabels.has(labelOf(label))) return warn(`Timer '${labelOf(label)}' already exists`);
  timerLabels.set(labelOf(label), performance.now());
}

function logTimer(label: string, args: unknown[]): void {
  const run = activeRun();
  const start = run.timerLabels?.get(label);
  if (start === undefined) return warn(`Timer '${label}' does not exist`);
  const elapsed = `${label}: ${performance.now() - start}ms`;
  write(run, "INFO", args.length > 0 ? `${elapsed} ${render(args)}` : elapsed);
}

function warn(message: string): void {
  write(activeRun(), "WARN", message);
}

function labelOf(label: unknown): string {
  return typeof label === "string" ? label : label === undefined ? "default" : inspect(label);
}

function render(args: unknown[]): string {
  return args.map(inspect).join(" ");
}

function write(run: Run, level: LogLevel, message: string): void {
  run.logLines++;
  if (run.logLines > MAX_LINES) return;
  const isLast = run.logLines === MAX_LINES;
  const line = isLast
    ? { level: "ERROR" as const, message: `Log overflow (maximum ${MAX_LINES}). Remaining log lines omitted.` }
    : { level, message: truncate(message) };
  runOutsideGuest(() => run.environment.log({ ...line, at: Date.now() }));
}

function truncate(message: string): string {
  if (message.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(message) <= MAX_LINE_BYTES) return message;
  const kept = Buffer.from(message).subarray(0, MAX_LINE_BYTES - CUT.length);
  return `${new TextDecoder().decode(kept, { stream: true })}${CUT}`;
}
