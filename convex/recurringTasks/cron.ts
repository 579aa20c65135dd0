// Cron expressions of five fields, as Vixie's cron reads them. This file is pure. No library reads them here, because
// each has rules of its own for the change of clocks, and recurring tasks have theirs (schedule.ts).

import { dayMs } from "../lib/times";

export interface Cron {
  /** Minutes of a day, in order. */
  minutes: number[];
  months: Set<number>;
  daysOfMonth: Set<number>;
  /** 0 is Sunday. */
  daysOfWeek: Set<number>;
  /** Both kinds of days are restricted, and then one of them is enough. */
  isEitherDay: boolean;
}

/** Its message continues the name of a field, such as "must have five fields". */
export class CronError extends Error {}

interface Part {
  name: string;
  from: number;
  to: number;
  names: readonly string[];
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** In February of a leap year. */
const daysInMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const minutePart: Part = { name: "minute", from: 0, to: 59, names: [] };
const hourPart: Part = { name: "hour", from: 0, to: 23, names: [] };
const dayOfMonthPart: Part = { name: "day of the month", from: 1, to: 31, names: [] };
const monthPart: Part = { name: "month", from: 1, to: 12, names: monthNames };
/** 7 is Sunday, too. */
const dayOfWeekPart: Part = { name: "day of the week", from: 0, to: 7, names: dayNames };

/** Throws a CronError. */
export function parseCron(expression: string): Cron {
  const texts = expression.trim().split(/\s+/);
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] = texts;
  if (texts.length !== 5) {
    throw new CronError("must have five fields: minute, hour, day of the month, month, day of the week");
  }
  const hours = numbersIn(hour, hourPart);
  const minutes = numbersIn(minute, minutePart);
  const daysOfMonth = numbersIn(dayOfMonth, dayOfMonthPart);
  const months = numbersIn(month, monthPart);
  const daysOfWeek = numbersIn(dayOfWeek, dayOfWeekPart).map((day) => day % 7);
  const isEitherDay = !dayOfMonth.startsWith("*") && !dayOfWeek.startsWith("*");
  if (!isEitherDay && !months.some((each) => daysOfMonth.some((day) => day <= (daysInMonths[each - 1] ?? 0)))) {
    throw new CronError("names a day that no month has");
  }
  return {
    minutes: hours.flatMap((each) => minutes.map((past) => each * 60 + past)),
    months: new Set(months),
    daysOfMonth: new Set(daysOfMonth),
    daysOfWeek: new Set(daysOfWeek),
    isEitherDay,
  };
}

/** Yields the days from this one on, as numbers counted from 1970-01-01. */
export function* daysOfCron(cron: Cron, from: number): Iterable<number> {
  for (let day = from; ;) {
    const date = new Date(day * dayMs);
    if (!cron.months.has(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs;
      continue;
    }
    if (isDayOf(cron, date)) yield day;
    day += 1;
  }
}

function isDayOf(cron: Cron, date: Date): boolean {
  const isDayOfMonth = cron.daysOfMonth.has(date.getUTCDate());
  const isDayOfWeek = cron.daysOfWeek.has(date.getUTCDay());
  return cron.isEitherDay ? isDayOfMonth || isDayOfWeek : isDayOfMonth && isDayOfWeek;
}

/** Returns the numbers of a list such as `1,10-20/5`, in order. */
function numbersIn(text: string, part: Part): number[] {
  const found = new Set(text.split(",").flatMap((range) => rangeOf(range, part)));
  return [...found].toSorted((a, b) => a - b);
}

function rangeOf(text: string, part: Part): number[] {
  const [, range = "", step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  const every = step === undefined ? 1 : Number(step);
  if (range === "" || every === 0) throw unreadable(text, part);
  const [from, to] = endsOf(range, part, step !== undefined);
  if (from > to) throw new CronError(`has the ${part.name} ${text}, which begins after its end`);
  const numbers: number[] = [];
  for (let number = from; number <= to; number += every) numbers.push(number);
  return numbers;
}

/** A number with a step, such as `5/10`, begins there and lasts to the end. */
function endsOf(range: string, part: Part, hasStep: boolean): [from: number, to: number] {
  if (range === "*") return [part.from, part.to];
  const [first = "", last, more] = range.split("-");
  if (more !== undefined) throw unreadable(range, part);
  const from = numberOf(first, part);
  if (last !== undefined) return [from, numberOf(last, part)];
  return [from, hasStep ? part.to : from];
}

function numberOf(text: string, part: Part): number {
  const named = part.names.indexOf(text.toLowerCase());
  if (named !== -1) return named + part.from;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= part.from && number <= part.to)) throw unreadable(text, part);
  return number;
}

function unreadable(text: string, { name, from, to, names }: Part): CronError {
  const words = names.length === 0 ? "" : ` or a name such as ${String(names[0])}`;
  return new CronError(`has the ${name} "${text}", which is not a number from ${from} to ${to}${words}`);
}
