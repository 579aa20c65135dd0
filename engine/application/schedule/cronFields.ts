// Parses cron expressions in the grammar of Convex: five fields, which are minute, hour, day of month, month and day of
// week (0 or SUN to 6 or SAT). A field is "*", or a list of values, ranges and steps. Ranges may wrap, like 22-2 or
// FRI-MON. The fields of days also know the last day, the nearest workday, and the nth weekday of a month.
import { FunctionError } from "../../value/functionError";

export interface CronFields {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: DayOfMonthRule;
  months: ReadonlySet<number>;
  weekdays: DayOfWeekRule;
}

export type DayOfMonthRule =
  | { kind: "any" }
  | { kind: "some"; values: ReadonlySet<number> }
  /** `L`, `LW`, `L-3` and `L-3W`: so many days before the last day of the month, or the workday nearest to it. */
  | { kind: "fromEnd"; offset: number; isWorkday: boolean }
  /** `15W`. */
  | { kind: "nearestWorkday"; day: number };

export type DayOfWeekRule =
  | { kind: "any" }
  | { kind: "some"; values: ReadonlySet<number> }
  /** `5L`: the last Friday of the month. */
  | { kind: "last"; weekday: number }
  /** `MON#1`: the first Monday of the month. */
  | { kind: "nth"; weekday: number; nth: number };

interface Field {
  name: string;
  low: number;
  high: number;
  names: readonly string[];
  /** On Convex, a range that wraps and has steps skips the lowest value of these fields, but counts it as a step. */
  skipsLowest: boolean;
}

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const minute: Field = { name: "minute", low: 0, high: 59, names: [], skipsLowest: false };
const hour: Field = { name: "hour", low: 0, high: 23, names: [], skipsLowest: false };
const dayOfMonth: Field = { name: "day of the month", low: 1, high: 31, names: [], skipsLowest: true };
const monthOfYear: Field = { name: "month", low: 1, high: 12, names: monthNames, skipsLowest: true };
const dayOfWeek: Field = { name: "day of the week", low: 0, high: 6, names: weekdayNames, skipsLowest: true };
const offsetFromEnd: Field = { ...dayOfMonth, name: "offset from the last day", high: 30 };
const nthOfMonth: Field = { name: "place in the month", low: 1, high: 5, names: [], skipsLowest: false };

/** Says why an expression is invalid. `parseCronFields` adds the expression. */
class Refusal extends Error {}

export function parseCronFields(text: string): CronFields {
  try {
    const [minutes, hours, days, months, weekdays, ...rest] = text.split(/[ \t]+/);
    if (
      minutes === undefined ||
      hours === undefined ||
      days === undefined ||
      months === undefined ||
      weekdays === undefined ||
      rest.length > 0
    ) {
      throw new Refusal("it must have five fields");
    }
    return {
      minutes: parseList(minute, minutes) ?? everything(minute),
      hours: parseList(hour, hours) ?? everything(hour),
      days: parseDays(days),
      months: parseList(monthOfYear, months) ?? everything(monthOfYear),
      weekdays: parseWeekdays(weekdays),
    };
  } catch (error) {
    throw error instanceof Refusal ? invalidCron(text, error.message) : error;
  }
}

export function invalidCron(text: string, why: string): FunctionError {
  return new FunctionError("InvalidCronSchedule", `The cron expression "${text}" is invalid: ${why}.`);
}

function parseDays(text: string): DayOfMonthRule {
  const [isFromEnd, offset, workday] = /^L(?:-(\d+))?(W)?$/.exec(text) ?? [];
  if (isFromEnd !== undefined) {
    const days = offset === undefined ? 0 : parseValue(offsetFromEnd, offset);
    return { kind: "fromEnd", offset: days, isWorkday: workday !== undefined };
  }
  const day = /^(\d+)W$/.exec(text)?.[1];
  if (day !== undefined) return { kind: "nearestWorkday", day: parseValue(dayOfMonth, day) };
  return ruleOf(parseList(dayOfMonth, text));
}

function parseWeekdays(text: string): DayOfWeekRule {
  if (text === "L") return { kind: "some", values: new Set([dayOfWeek.high]) };
  const last = /^([a-z]{3}|\d+)L$/i.exec(text)?.[1];
  if (last !== undefined && text.endsWith("L")) return { kind: "last", weekday: parseValue(dayOfWeek, last) };
  const [, weekday, nth] = /^([a-z]{3}|\d+)#(\d+)$/i.exec(text) ?? [];
  if (weekday !== undefined && nth !== undefined) {
    return { kind: "nth", weekday: parseValue(dayOfWeek, weekday), nth: parseValue(nthOfMonth, nth) };
  }
  return ruleOf(parseList(dayOfWeek, text));
}

function ruleOf(values: ReadonlySet<number> | null): { kind: "any" } | { kind: "some"; values: ReadonlySet<number> } {
  return values === null ? { kind: "any" } : { kind: "some", values };
}

/** Returns null for "*". */
function parseList(field: Field, text: string): ReadonlySet<number> | null {
  if (text === "*") return null;
  // Convex reads a "*" without a step as the lowest value, except at the beginning of a list, where it refuses it.
  if (/^\*(?!\/)/.test(text)) throw new Refusal(`"${text}" is not a valid ${field.name}`);
  return new Set(text.split(",").flatMap((item) => parseItem(field, item)));
}

function parseItem(field: Field, text: string): number[] {
  const [, first, last, stepText] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(text) ?? [];
  if (first === undefined) throw new Refusal(`"${text}" is not a valid ${field.name}`);
  const from = first === "*" ? field.low : parseValue(field, first);
  const lastOfStep = stepText === undefined ? from : field.high;
  const to = last === undefined ? lastOfStep : parseValue(field, last);
  if (stepText === undefined) return stepsIn(field, from, to, 1);
  const steps: Field = { ...field, name: "step", low: 1, high: field.high - field.low, names: [] };
  return stepsIn(field, from, to, parseValue(steps, stepText));
}

function stepsIn(field: Field, from: number, to: number, step: number): number[] {
  const wraps = to < from;
  const values = wraps ? [...span(from, field.high), ...span(field.low, to)] : span(from, to);
  const isSkipped = (value: number): boolean => wraps && step > 1 && field.skipsLowest && value === field.low;
  return values.filter((value, place) => place % step === 0 && !isSkipped(value));
}

function parseValue(field: Field, word: string): number {
  const named = field.names.indexOf(word.toUpperCase());
  const value = named === -1 ? Number(word) : named + field.low;
  if ((named === -1 && !/^\d+$/.test(word)) || value < field.low || value > field.high) {
    throw new Refusal(`"${word}" is not a ${field.name} between ${field.low} and ${field.high}`);
  }
  return value;
}

function everything(field: Field): ReadonlySet<number> {
  return new Set(span(field.low, field.high));
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}
