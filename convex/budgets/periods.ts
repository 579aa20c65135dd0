// The present period of a budget. Pure.
import { instantOf, localDay } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import { dayMs } from "../lib/times";
import type { BudgetPeriod } from "./values";

export interface Period {
  startMs: number;
  /** Null: it has no end. */
  endMs: number | null;
}

/** The calendar period that `nowMs` is in. `total` begins now. */
export function periodAt(period: BudgetPeriod, zone: TimeZone, nowMs: number): Period {
  const day = localDay(zone, nowMs);
  switch (period) {
    case "day":
      return between(zone, day, day + 1);
    case "week": {
      // 1970-01-01 was a Thursday.
      const monday = day - ((day + 3) % 7);
      return between(zone, monday, monday + 7);
    }
    case "month": {
      const date = new Date(day * dayMs);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      return between(zone, Date.UTC(year, month) / dayMs, Date.UTC(year, month + 1) / dayMs);
    }
    case "total":
      return { startMs: nowMs, endMs: null };
  }
}

function between(zone: TimeZone, firstDay: number, endDay: number): Period {
  return { startMs: instantOf(zone, firstDay * dayMs), endMs: instantOf(zone, endDay * dayMs) };
}
