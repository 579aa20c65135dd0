// The days of a schedule are counted from its anchor, the local date of the first run. This file is pure.
import { dayMs, hourMs, minuteMs } from "../lib/times";
import { instantOf, localDay } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import { daysOfCron, parseCron } from "./cron";
import type { Frequency } from "./schema";

export const frequencies = ["daily", "every_other_day", "weekly", "biweekly", "monthly", "cron"] as const;

export interface Schedule {
  frequency: Frequency;
  /** Not used by the frequency `cron`, as the minute. */
  scheduledHour: number;
  scheduledMinute: number;
  /** With the frequency `daily`: only on these days, of which 1 is Monday. */
  daysOfWeek?: number[] | undefined;
  /** Required by the frequency `cron`, which alone has it. */
  cron?: string | undefined;
}

export interface AnchoredSchedule extends Schedule {
  /** YYYY-MM-DD */
  anchorDate: string;
}

/** Returns the next HH:MM in the zone strictly after `afterMs`, and its local date, the anchor of the later runs. */
export function firstRun(
  schedule: Schedule,
  zone: TimeZone,
  afterMs: number,
): { anchorDate: string; nextRunAtMs: number } {
  const today = dateOf(localDay(zone, afterMs));
  const frequency = schedule.frequency === "cron" ? "cron" : "daily";
  const { day, atMs } = runAfter({ ...schedule, frequency, anchorDate: today }, zone, afterMs);
  return { anchorDate: dateOf(day), nextRunAtMs: atMs };
}

/** Returns the first run strictly after `afterMs`. */
export function nextRun(schedule: AnchoredSchedule, zone: TimeZone, afterMs: number): number {
  return runAfter(schedule, zone, afterMs).atMs;
}

/** Returns the run at `firstMs`, which is one of the schedule, and those after it. */
export function runsFrom(schedule: AnchoredSchedule, zone: TimeZone, firstMs: number, count: number): number[] {
  const runs = [firstMs];
  for (let last = firstMs; runs.length < count; runs.push(last)) last = nextRun(schedule, zone, last);
  return runs;
}

function runAfter(schedule: AnchoredSchedule, zone: TimeZone, afterMs: number): { day: number; atMs: number } {
  const { days, minutes } = timesOf(schedule);
  // Asking for a moment is slow, so local times that are long past are skipped. Clocks are put back by three hours at
  // most.
  const pastMs = afterMs + zone.offsetAt(afterMs) - 3 * hourMs;
  // All runs of earlier days are past, and today's may be past too.
  for (const day of days(localDay(zone, afterMs))) {
    for (const minute of minutes) {
      const localMs = day * dayMs + minute * minuteMs;
      const atMs = localMs < pastMs ? afterMs : instantOf(zone, localMs);
      if (atMs > afterMs) return { day, atMs };
    }
  }
  throw new Error("A schedule has no end.");
}

interface Times {
  /** Yields the days of the schedule from this one on, counted from 1970-01-01. */
  days: (from: number) => Iterable<number>;
  /** The minutes of each day. */
  minutes: number[];
}

function timesOf(schedule: AnchoredSchedule): Times {
  const { frequency, scheduledHour, scheduledMinute, daysOfWeek } = schedule;
  const minutes = [scheduledHour * 60 + scheduledMinute];
  const anchor = dayOf(schedule.anchorDate);
  switch (frequency) {
    case "cron": {
      const cron = parseCron(schedule.cron ?? "");
      return { days: (from) => daysOfCron(cron, from), minutes: cron.minutes };
    }
    case "monthly":
      return { days: (from) => daysOf(everyMonth(anchor), from), minutes };
    case "daily": {
      const isChosen = (day: number) => daysOfWeek?.includes(dayOfWeek(day)) ?? true;
      return { days: (from) => chosenDays(Math.max(anchor, from), isChosen), minutes };
    }
    case "every_other_day":
    case "weekly":
    case "biweekly":
      return { days: (from) => daysOf(everyFewDays(anchor, daysApart[frequency]), from), minutes };
  }
}

function* chosenDays(from: number, isChosen: (day: number) => boolean): Iterable<number> {
  for (let day = from; ; day += 1) if (isChosen(day)) yield day;
}

function* daysOf(series: Series, from: number): Iterable<number> {
  for (let index = Math.max(0, series.indexNear(from)); ; index += 1) yield series.at(index);
}

/** 1 is Monday. 1970-01-01 was a Thursday. */
function dayOfWeek(day: number): number {
  return ((day + 3) % 7) + 1;
}

/** The days of a schedule as numbers, counted from 1970-01-01. */
interface Series {
  at(index: number): number;
  /** Returns an index such that all earlier days of the schedule are before `day`. */
  indexNear(day: number): number;
}

const daysApart = { every_other_day: 2, weekly: 7, biweekly: 14 };

function everyFewDays(anchor: number, step: number): Series {
  return { at: (index) => anchor + index * step, indexNear: (day) => Math.floor((day - anchor) / step) };
}

/** Monthly runs are on the anchor's day of the month; in shorter months, on the last day. */
function everyMonth(anchor: number): Series {
  const dayOfMonth = new Date(anchor * dayMs).getUTCDate();
  const firstMonth = monthOf(anchor);
  return {
    at: (index) => {
      const month = firstMonth + index;
      const lastDayOfMonth = new Date(Date.UTC(1970, month + 1, 0)).getUTCDate();
      return Date.UTC(1970, month, Math.min(dayOfMonth, lastDayOfMonth)) / dayMs;
    },
    indexNear: (day) => monthOf(day) - firstMonth,
  };
}

/** Returns the number of the month, counted from January 1970. */
function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

function dayOf(date: string): number {
  return Date.parse(date) / dayMs;
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
