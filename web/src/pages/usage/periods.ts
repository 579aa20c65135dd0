// Days are days in UTC, as the service counts them. This file is pure.
export const periods = ["1", "7", "30", "90", "365"] as const;

const dayMs = 86_400_000;

/** The first of the last `count` days, as YYYY-MM-DD. */
export function firstDay(count: number, nowMs: number): string {
  return dayOf(nowMs - (count - 1) * dayMs);
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Every day from the first to the last, also those on which nothing happened. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += dayMs) days.push(dayOf(ms));
  return days;
}

/** The day that cost most, or the first of several. Undefined when nothing cost anything. */
export function costliest<Day extends { costUsd: number }>(days: readonly Day[]): Day | undefined {
  const highest = Math.max(0, ...days.map(({ costUsd }) => costUsd));
  return highest === 0 ? undefined : days.find(({ costUsd }) => costUsd === highest);
}
