// The time that a request is about: from the beginning of a day or from a time on, to the end of a day or to a time, both
// included. Pure.
import { invalid } from "./errors";

export interface Period {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

export function startOf(date: string): number {
  return Date.parse(date);
}

/** The first millisecond that is not included any more. */
export function endOf(date: string): number {
  return Date.parse(date) + (/^\d{4}-\d{2}-\d{2}$/.test(date) ? dayMs : 1);
}

/** A day in UTC or a time, as `dateRule` says. */
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
export const dateRule = "must be YYYY-MM-DD or an ISO 8601 time";
export const orderRule = "must not be after endDate";

/** For who has no schema at hand. Throws VALIDATION, as the schemas in requests.ts have it. */
export function requirePeriod(period: Period): void {
  for (const field of ["startDate", "endDate"] as const) {
    const text = period[field];
    if (text !== undefined && !isDate(text)) throw invalid(field, `${field} ${dateRule}.`);
  }
  if (!isInOrder(period)) throw invalid("startDate", `startDate ${orderRule}.`);
}

function isDate(text: string): boolean {
  return date.test(text) && !Number.isNaN(Date.parse(text));
}

export function isInOrder({ startDate, endDate }: Period): boolean {
  return startDate === undefined || endDate === undefined || startOf(startDate) < endOf(endDate);
}
