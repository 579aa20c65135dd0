// The time that a request is about: from the beginning of a day or from a time on, to the end of a day or to a time, both
// included. Pure.
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

export function isInOrder({ startDate, endDate }: Period): boolean {
  return startDate === undefined || endDate === undefined || startOf(startDate) < endOf(endDate);
}
