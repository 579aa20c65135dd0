// Calculates when a cron is due next. These functions are pure, and all clock times are UTC.
import type { CronSchedule } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import { parseCronExpression } from "./cronExpression";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxCloseMs = 30_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/**
 * Returns the first time strictly after `after` (epoch ms) at which a clock schedule is due, or `after` plus the
 * interval.
 */
export function nextTime(schedule: CronSchedule, after: number): number {
  switch (schedule.type) {
    case "interval":
      return after + intervalMs(schedule);
    case "hourly":
      return nextMinute(after, (time) => time.getUTCMinutes() === (schedule.minuteUTC ?? 0));
    case "daily":
      return nextDay(after, schedule.hourUTC, schedule.minuteUTC, () => true);
    case "weekly": {
      const weekday = weekdays.indexOf(schedule.dayOfWeek.toLowerCase());
      if (weekday === -1) throw invalid(`"${schedule.dayOfWeek}" is not a day of the week`);
      return nextDay(after, schedule.hourUTC, schedule.minuteUTC, (time) => time.getUTCDay() === weekday);
    }
    case "monthly":
      return nextDay(after, schedule.hourUTC, schedule.minuteUTC, (time) => time.getUTCDate() === schedule.day);
    case "cron": {
      const matches = parseCronExpression(schedule.cron);
      return matches.nextAfter(after);
    }
  }
}

/** Returns the next time that is later than `now`, counted from the last run, and how many times were skipped. */
export function nextRun(schedule: CronSchedule, lastAt: number, now: number): { at: number; skipped: number } {
  const first = nextTime(schedule, lastAt);
  if (first > now) return { at: first, skipped: 0 };
  if (schedule.type !== "interval") return { at: nextTime(schedule, now), skipped: 1 };
  const interval = intervalMs(schedule);
  const skipped = Math.floor((now - first) / interval) + 1;
  return { at: first + skipped * interval, skipped };
}

/** An interval begins with the push that adds it. A clock schedule begins at its next time. */
export function firstRun(schedule: CronSchedule, now: number): number {
  return schedule.type === "interval" ? now : nextTime(schedule, now);
}

/**
 * Whether the run after the next one is at most thirty seconds ahead. On Convex, a push does not change the next time
 * of such a cron. A schedule of an earlier version that is no longer valid has no runs.
 */
export function areRunsClose(schedule: CronSchedule, now: number): boolean {
  try {
    return nextTime(schedule, firstRun(schedule, now)) - now <= maxCloseMs;
  } catch (error) {
    if (error instanceof FunctionError) return false;
    throw error;
  }
}

function intervalMs(schedule: CronSchedule & { type: "interval" }): number {
  if ("seconds" in schedule) return schedule.seconds * 1000;
  if ("minutes" in schedule) return schedule.minutes * minuteMs;
  return schedule.hours * 60 * minuteMs;
}

function nextMinute(after: number, matches: (time: Date) => boolean): number {
  let at = Math.floor(after / minuteMs) * minuteMs + minuteMs;
  while (!matches(new Date(at))) at += minuteMs;
  return at;
}

/** Looks four years ahead, which is far enough for the 29th of February. */
function nextDay(after: number, hour: number, minute: number | undefined, matches: (time: Date) => boolean): number {
  const startOfDay = Math.floor(after / dayMs) * dayMs;
  for (let days = 0; days <= 4 * 366; days++) {
    const at = startOfDay + days * dayMs + (hour * 60 + (minute ?? 0)) * minuteMs;
    if (at > after && matches(new Date(at))) return at;
  }
  throw invalid("it never comes");
}

function invalid(why: string): FunctionError {
  return new FunctionError("InvalidCronSchedule", `The schedule of a cron is invalid: ${why}.`);
}
