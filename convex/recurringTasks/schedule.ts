// The days of a schedule are counted from its anchor, the local date of the first run. This file is pure.
import { dayMs } from "../lib/times";
import { instantOf, localDay } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import type { Frequency } from "./schema";

export const frequencies = ["daily", "every_other_day", "weekly", "biweekly", "monthly"] as const;

export interface Schedule {
  frequency: Frequency;
  scheduledHour: number;
  scheduledMinute: number;
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
  const everyDay = { ...schedule, frequency: "daily", anchorDate: dateOf(localDay(zone, afterMs)) } as const;
  const { day, atMs } = runAfter(everyDay, zone, afterMs);
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
  const { scheduledHour, scheduledMinute } = schedule;
  const anchor = dayOf(schedule.anchorDate);
  const days =
    schedule.frequency === "monthly" ? everyMonth(anchor) : everyFewDays(anchor, daysApart[schedule.frequency]);
  // All runs of earlier days are past, and today's may be past too.
  for (let index = Math.max(0, days.indexNear(localDay(zone, afterMs))); ; index += 1) {
    const day = days.at(index);
    const atMs = instantOf(zone, day * dayMs + (scheduledHour * 60 + scheduledMinute) * 60 * 1000);
    if (atMs > afterMs) return { day, atMs };
  }
}

/** The days of a schedule as numbers, counted from 1970-01-01. */
interface Series {
  at(index: number): number;
  /** Returns an index such that all earlier days of the schedule are before `day`. */
  indexNear(day: number): number;
}

const daysApart = { daily: 1, every_other_day: 2, weekly: 7, biweekly: 14 };

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
