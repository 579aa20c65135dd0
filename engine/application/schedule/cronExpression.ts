// Cron expressions with five fields: minute, hour, day of month, month, day of week (1 or SUN to 7 or SAT). Fields may
// have lists, ranges, steps and names. When both day fields are restricted, it is enough that one of them matches.
import { FunctionError } from "../../value/functionError";

export interface CronExpression {
  /** Returns the first match strictly after `after`, in epoch milliseconds. */
  nextAfter(after: number): number;
}

interface Field {
  values: ReadonlySet<number>;
  isAny: boolean;
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function parseCronExpression(text: string): CronExpression {
  const parts = text.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = parts;
  if (
    parts.length !== 5 ||
    minute === undefined ||
    hour === undefined ||
    day === undefined ||
    month === undefined ||
    weekday === undefined
  ) {
    throw invalid(text, "it must have five fields");
  }
  const field = (part: string, low: number, high: number, names: string[] = []) =>
    parseField(text, part, low, high, names);
  const minutes = field(minute, 0, 59);
  const hours = field(hour, 0, 23);
  const days = field(day, 1, 31);
  const monthsOfYear = field(month, 1, 12, months);
  const weekdaysOfWeek = field(weekday, 1, 7, weekdays);
  const isDay = (time: Date): boolean => {
    const byDay = days.values.has(time.getUTCDate());
    const byWeekday = weekdaysOfWeek.values.has(time.getUTCDay() + 1);
    if (!monthsOfYear.values.has(time.getUTCMonth() + 1)) return false;
    return days.isAny || weekdaysOfWeek.isAny ? byDay && byWeekday : byDay || byWeekday;
  };
  return { nextAfter: (after) => findNext(text, after, isDay, hours.values, minutes.values) };
}

/** Finds the next time that matches. It skips whole days and hours that cannot match. */
function findNext(
  text: string,
  after: number,
  isDay: (time: Date) => boolean,
  hours: ReadonlySet<number>,
  minutes: ReadonlySet<number>,
): number {
  let at = Math.floor(after / minuteMs) * minuteMs + minuteMs;
  const end = after + 9 * 366 * dayMs;
  while (at < end) {
    const time = new Date(at);
    if (!isDay(time)) at = Math.floor(at / dayMs) * dayMs + dayMs;
    else if (!hours.has(time.getUTCHours())) at = Math.floor(at / hourMs) * hourMs + hourMs;
    else if (!minutes.has(time.getUTCMinutes())) at += minuteMs;
    else return at;
  }
  throw invalid(text, "it never comes");
}

function parseField(text: string, part: string, low: number, high: number, names: string[]): Field {
  const values = new Set<number>();
  for (const item of part.split(",")) {
    const [range = "", stepText] = item.split("/");
    const step = stepText === undefined ? 1 : Number(stepText);
    const [from, to] = parseRange(text, range, low, high, names, stepText !== undefined);
    if (!Number.isInteger(step) || step < 1) throw invalid(text, `"${item}" has no valid step`);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return { values, isAny: part === "*" || part === "?" };
}

function parseRange(
  text: string,
  range: string,
  low: number,
  high: number,
  names: string[],
  hasStep: boolean,
): [number, number] {
  if (range === "*" || range === "?") return [low, high];
  const number = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named === -1 ? Number(word) : named + low;
    if (word === "" || !Number.isInteger(value) || value < low || value > high) {
      throw invalid(text, `"${word}" is not between ${low} and ${high}`);
    }
    return value;
  };
  const [first = "", last] = range.split("-");
  const from = number(first);
  if (last === undefined) return [from, hasStep ? high : from];
  const to = number(last);
  if (to < from) throw invalid(text, `"${range}" runs backwards`);
  return [from, to];
}

function invalid(text: string, why: string): FunctionError {
  return new FunctionError("InvalidCronSchedule", `The cron expression "${text}" is invalid: ${why}.`);
}
