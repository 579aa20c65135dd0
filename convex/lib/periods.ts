// A period of a request includes both ends: a start date counts from its beginning, an end date to its end. Pure.
import { dayMs } from "./times";
import { invalid } from "./errors";

export interface Period {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

export function startOf(date: string): number {
  return Date.parse(date);
}

/** The end of a period: the first millisecond that does not belong to it. */
export function endOf(date: string): number {
  return Date.parse(date) + (/^\d{4}-\d{2}-\d{2}$/.test(date) ? dayMs : 1);
}

/** A date in UTC, or a time. */
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
export const dateRule = "must be YYYY-MM-DD or an ISO 8601 time";
export const orderRule = "must not be after endDate";

/** Checks a period where no schema is available. Throws VALIDATION with the messages of the schemas in requests.ts. */
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
