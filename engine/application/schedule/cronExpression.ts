// Finds the times of a cron expression, in UTC. When both fields of days are restricted, it is enough that one of them
// matches, as on Convex.
import { invalidCron, parseCronFields, type CronFields, type DayOfMonthRule, type DayOfWeekRule } from "./cronFields";

export interface CronExpression {
  /** Returns the first match strictly after `after`, in epoch milliseconds. */
  nextAfter(after: number): number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A 29th of February that must be a certain day of the week comes every 28 years, and around 2100 after 40 years. */
const maxDaysAhead = 41 * 366;

export function parseCronExpression(text: string): CronExpression {
  const fields = parseCronFields(text);
  return {
    nextAfter(after) {
      const found = findNext(fields, after);
      if (found === null) throw invalidCron(text, "it never comes");
      return found;
    },
  };
}

/** Finds the next time that matches. It skips whole days and hours that cannot match. */
function findNext(fields: CronFields, after: number): number | null {
  let at = Math.floor(after / minuteMs) * minuteMs + minuteMs;
  const end = after + maxDaysAhead * dayMs;
  while (at < end) {
    const time = new Date(at);
    if (!isOnDay(fields, time)) at = Math.floor(at / dayMs) * dayMs + dayMs;
    else if (!fields.hours.has(time.getUTCHours())) at = Math.floor(at / hourMs) * hourMs + hourMs;
    else if (!fields.minutes.has(time.getUTCMinutes())) at += minuteMs;
    else return at;
  }
  return null;
}

function isOnDay({ months, days, weekdays }: CronFields, time: Date): boolean {
  if (!months.has(time.getUTCMonth() + 1)) return false;
  if (days.kind === "any") return isOnWeekday(weekdays, time);
  if (weekdays.kind === "any") return isOnDayOfMonth(days, time);
  return isOnDayOfMonth(days, time) || isOnWeekday(weekdays, time);
}

function isOnDayOfMonth(rule: DayOfMonthRule, time: Date): boolean {
  const day = time.getUTCDate();
  switch (rule.kind) {
    case "any":
      return true;
    case "some":
      return rule.values.has(day);
    case "fromEnd": {
      const wanted = daysInMonth(time) - rule.offset;
      return rule.isWorkday ? day === nearestWorkday(time, wanted) : day === wanted;
    }
    case "nearestWorkday":
      return day === nearestWorkday(time, rule.day);
  }
}

function isOnWeekday(rule: DayOfWeekRule, time: Date): boolean {
  const weekday = time.getUTCDay();
  const day = time.getUTCDate();
  switch (rule.kind) {
    case "any":
      return true;
    case "some":
      return rule.values.has(weekday);
    case "last":
      return weekday === rule.weekday && day + 7 > daysInMonth(time);
    case "nth":
      return weekday === rule.weekday && Math.ceil(day / 7) === rule.nth;
  }
}

/** Returns the day from Monday to Friday, in the same month, that is nearest to `day`. null: the month has no `day`. */
function nearestWorkday(time: Date, day: number): number | null {
  const lastDay = daysInMonth(time);
  if (day < 1 || day > lastDay) return null;
  const weekday = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), day)).getUTCDay();
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === lastDay ? day - 2 : day + 1;
  return day;
}

function daysInMonth(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}
