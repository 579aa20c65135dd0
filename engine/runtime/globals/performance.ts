// `performance` and the entries that `mark` and `measure` make. They belong to the run that made them.
import { performance as hostPerformance } from "node:perf_hooks";
import { activeRun } from "../activeRun";
import { guestStructuredClone } from "./clone";

/** Code cannot construct what is made with this key. */
const KEY = Symbol("made by performance");

function checkKey(key: unknown): void {
  if (key !== KEY) throw new TypeError("Illegal constructor");
}

/** A query must not see time pass. Mutations and actions may measure how long they take. */
function now(): number {
  const run = activeRun();
  const isStill = run.isImporting || run.kind === "query";
  return isStill ? 0 : hostPerformance.now() - run.startedAt;
}

type EntryType = "mark" | "measure";

interface EntryParts {
  readonly name: string;
  readonly entryType: EntryType;
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
}

export class PerformanceEntry {
  readonly name: string;
  readonly entryType: EntryType;
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;

  constructor(key: typeof KEY, parts: EntryParts) {
    checkKey(key);
    this.name = parts.name;
    this.entryType = parts.entryType;
    this.startTime = parts.startTime;
    this.duration = parts.duration;
    this.detail = guestStructuredClone(parts.detail);
  }

  toJSON(): EntryParts {
    const { name, entryType, startTime, duration, detail } = this;
    return { name, entryType, startTime, duration, detail };
  }
}

interface MarkOptions {
  startTime?: number;
  detail?: unknown;
}

export class PerformanceMark extends PerformanceEntry {
  constructor(name: string, { startTime = now(), detail = null }: MarkOptions = {}) {
    super(KEY, { name, entryType: "mark", startTime: notNegative(startTime), duration: 0, detail });
  }
}

export class PerformanceMeasure extends PerformanceEntry {}

interface MeasureOptions {
  start?: string | number | undefined;
  end?: string | number | undefined;
  duration?: number;
  detail?: unknown;
}

function notNegative(time: number): number {
  if (time < 0) throw new TypeError(`A time cannot be negative, but it is ${time}.`);
  return time;
}

/** The time of a mark by its name, or the time itself. */
function timeOf(mark: string | number): number {
  if (typeof mark !== "string") return notNegative(mark);
  const found = entriesOfRun().findLast((each) => each.name === mark && each.entryType === "mark");
  if (found === undefined) throw new DOMException(`Cannot find mark: "${mark}"`, "SyntaxError");
  return found.startTime;
}

function endOf({ start, end, duration }: MeasureOptions): number {
  if (end !== undefined) return timeOf(end);
  return start !== undefined && duration !== undefined ? timeOf(start) + duration : now();
}

function startOf({ start, end, duration }: MeasureOptions): number {
  if (start !== undefined) return timeOf(start);
  return end !== undefined && duration !== undefined ? timeOf(end) - duration : 0;
}

function checkMeasure(options: MeasureOptions, endMark: string | undefined): void {
  if (endMark !== undefined) throw new TypeError('Options cannot be passed with "endMark"');
  if (options.start !== undefined && options.end !== undefined && options.duration !== undefined) {
    throw new TypeError('Cannot specify "start", "end", and "duration" together in options');
  }
}

function entriesOfRun(): PerformanceEntry[] {
  return (activeRun().performanceEntries ??= []);
}

function add<Entry extends PerformanceEntry>(entry: Entry): Entry {
  entriesOfRun().push(entry);
  return entry;
}

function clear(entryType: EntryType, name: string | undefined): void {
  const run = activeRun();
  run.performanceEntries = entriesOfRun().filter(
    (each) => each.entryType !== entryType || (name ?? each.name) !== each.name,
  );
}

export class Performance {
  constructor(key: typeof KEY) {
    checkKey(key);
  }

  now(): number {
    return now();
  }

  get timeOrigin(): number {
    return activeRun().environment.now;
  }

  toJSON(): { timeOrigin: number } {
    return { timeOrigin: this.timeOrigin };
  }

  mark(name: string, options?: MarkOptions): PerformanceMark {
    return add(new PerformanceMark(name, options));
  }

  measure(name: string, from?: string | MeasureOptions, endMark?: string): PerformanceMeasure {
    if (typeof from === "object" && Object.keys(from).length > 0) checkMeasure(from, endMark);
    const options = typeof from === "object" ? { end: endMark, ...from } : { start: from, end: endMark };
    const end = endOf(options);
    const startTime = startOf(options);
    const { detail = null } = options;
    const parts: EntryParts = { name, entryType: "measure", startTime, duration: end - startTime, detail };
    return add(new PerformanceMeasure(KEY, parts));
  }

  clearMarks(name?: string): void {
    clear("mark", name);
  }

  clearMeasures(name?: string): void {
    clear("measure", name);
  }

  getEntries(): PerformanceEntry[] {
    return [...entriesOfRun()];
  }

  getEntriesByName(name: string, type?: string): PerformanceEntry[] {
    return this.getEntries().filter((each) => each.name === name && (type ?? each.entryType) === each.entryType);
  }

  getEntriesByType(type: string): PerformanceEntry[] {
    return this.getEntries().filter(({ entryType }) => entryType === type);
  }
}

export function guestPerformance(): Performance {
  return new Performance(KEY);
}
