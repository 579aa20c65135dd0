// The Temporal polyfill is the reference: what is computed here from offsets alone must agree with it.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { timeZoneCache } from "../lib/timeZones";
import { firstRun, nextRun } from "./schedule";
import type { AnchoredSchedule, Schedule } from "./schedule";
import type { Frequency } from "./schema";

/** What the reference below computes. cron.test.ts has cron expressions. */
type EveryFewDays = Exclude<Frequency, "cron">;
type EveryFewDaysAnchored = AnchoredSchedule & { frequency: EveryFewDays };

const zoneNames = Intl.supportedValuesOf("timeZone");
const zoneOf = timeZoneCache();
const frequencies: EveryFewDays[] = ["daily", "every_other_day", "weekly", "biweekly", "monthly"];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const fromMs = Date.UTC(2025, 0, 1);
const toMs = Date.UTC(2028, 0, 1);

describe("the next run, at every change of the clocks in 2025 to 2027", () => {
  const changes = zoneNames.flatMap((zone) => changesOf(zone));

  it("covers changes of the clocks", () => {
    expect(zoneNames.length).toBeGreaterThan(400);
    expect(changes.length).toBeGreaterThan(500);
  });

  it.each(frequencies)("%s: equals the reference in every zone", (frequency) => {
    const differing = changes.flatMap((change) =>
      schedulesAround(change, frequency).flatMap(({ schedule, afterMs }) => {
        const ours = nextRun(schedule, zoneOf(change.zone), afterMs);
        const theirs = referenceNext(schedule, change.zone, afterMs);
        return ours === theirs ? [] : [{ zone: change.zone, schedule, afterMs, ours, theirs }];
      }),
    );
    expect(differing.slice(0, 5)).toEqual([]);
  });

  it("equals the reference as the first of a schedule, and so does its date", () => {
    const differing = changes.flatMap((change) =>
      schedulesAround(change, "daily").flatMap(({ schedule, afterMs }) => {
        const ours = firstRun(schedule, zoneOf(change.zone), afterMs);
        const theirs = referenceFirst(schedule, change.zone, afterMs);
        const isSame = ours.anchorDate === theirs.anchorDate && ours.nextRunAtMs === theirs.nextRunAtMs;
        return isSame ? [] : [{ zone: change.zone, schedule, afterMs, ours, theirs }];
      }),
    );
    expect(differing.slice(0, 5)).toEqual([]);
  });
});

it.each(frequencies)("%s: consecutive runs equal the reference in every zone", (frequency) => {
  for (const zone of zoneNames) {
    const schedule = { frequency, scheduledHour: 2, scheduledMinute: 30, anchorDate: "2026-01-31" };
    const theirs = referenceSeries(schedule, zone, 30);
    const ours: number[] = [];
    for (let afterMs = theirs[0]! - 1; ours.length < theirs.length; afterMs = ours.at(-1)!) {
      ours.push(nextRun(schedule, zoneOf(zone), afterMs));
    }
    expect({ zone, runs: ours }).toEqual({ zone, runs: theirs });
  }
});

it("monthly runs are at most on the last day of a month and return to the anchor's day, also in leap years", () => {
  for (let anchor = Temporal.PlainDate.from("2023-12-28"); anchor.year < 2028; anchor = anchor.add({ days: 1 })) {
    if (anchor.day < 28) continue;
    const schedule = { ...at(0, 0), frequency: "monthly", anchorDate: anchor.toString() } as const;
    const theirs = Array.from({ length: 26 }, (_, months) => anchor.add({ months }).toString());
    const ours: string[] = [];
    let afterMs = Date.parse(schedule.anchorDate) - 1;
    while (ours.length < theirs.length) {
      afterMs = nextRun(schedule, zoneOf("UTC"), afterMs);
      ours.push(new Date(afterMs).toISOString().slice(0, 10));
    }
    expect(ours).toEqual(theirs);
  }
});

it("equals the reference for any schedule, zone and time", () => {
  const anything = fc.record({
    zone: fc.constantFrom(...zoneNames),
    frequency: fc.constantFrom(...frequencies),
    scheduledHour: fc.integer({ min: 0, max: 23 }),
    scheduledMinute: fc.integer({ min: 0, max: 59 }),
    anchorDay: fc.integer({ min: fromMs / dayMs, max: toMs / dayMs }),
    // Before the anchor, too: a task can be switched on again before its first run.
    aheadMs: fc.integer({ min: -3 * dayMs, max: 120 * dayMs }),
  });
  fc.assert(
    fc.property(anything, ({ zone, anchorDay, aheadMs, ...schedule }) => {
      const anchored = { ...schedule, anchorDate: new Date(anchorDay * dayMs).toISOString().slice(0, 10) };
      const afterMs = anchorDay * dayMs + aheadMs;
      expect(nextRun(anchored, zoneOf(zone), afterMs)).toBe(referenceNext(anchored, zone, afterMs));
      expect(firstRun(schedule, zoneOf(zone), afterMs)).toEqual(referenceFirst(schedule, zone, afterMs));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ["a time that clocks skip runs when they have", "America/New_York", "2026-03-08", at(2, 30), "2026-03-08T07:00:00Z"],
  ["a time that occurs twice runs at the first", "America/New_York", "2026-11-01", at(1, 30), "2026-11-01T05:30:00Z"],
  ["a skipped quarter of an hour", "Australia/Lord_Howe", "2026-10-04", at(2, 15), "2026-10-03T15:30:00Z"],
  ["a repeated quarter of an hour", "Australia/Lord_Howe", "2026-04-05", at(1, 45), "2026-04-04T14:45:00Z"],
  ["the last skipped minute", "Europe/Berlin", "2026-03-29", at(2, 59), "2026-03-29T01:00:00Z"],
  ["a skipped midnight", "Africa/Cairo", "2026-04-24", at(0, 0), "2026-04-23T22:00:00Z"],
  ["an evening skipped up to midnight", "America/Nuuk", "2026-03-28", at(23, 30), "2026-03-29T01:00:00Z"],
  ["a skipped day", "Pacific/Apia", "2011-12-30", at(12, 0), "2011-12-30T10:00:00Z"],
])("%s: %s on %s", (_, zone, date, time, expected) => {
  const schedule = { ...time, frequency: "daily", anchorDate: date } as const;
  const run = nextRun(schedule, zoneOf(zone), Date.parse(date) - 2 * dayMs);
  expect(new Date(run).toISOString()).toBe(new Date(expected).toISOString());
});

function at(scheduledHour: number, scheduledMinute: number) {
  return { scheduledHour, scheduledMinute };
}

interface Change {
  zone: string;
  atMs: number;
  /** The first of the local times that are skipped or repeated, and the first local time after them. */
  fromLocalMs: number;
  toLocalMs: number;
}

function changesOf(zone: string): Change[] {
  const changes: Change[] = [];
  let time = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone).getTimeZoneTransition("next");
  for (; time !== null && time.epochMilliseconds < toMs; time = time.getTimeZoneTransition("next")) {
    const atMs = time.epochMilliseconds;
    const offsets = [time.subtract({ seconds: 1 }), time].map((side) => side.offsetNanoseconds / 1e6);
    const locals = offsets.map((offset) => atMs + offset);
    changes.push({ zone, atMs, fromLocalMs: Math.min(...locals), toLocalMs: Math.max(...locals) });
  }
  return changes;
}

/** Schedules with a run near the change, at times on its edges, seen from both of its sides. */
function schedulesAround({ atMs, fromLocalMs, toLocalMs }: Change, frequency: EveryFewDays) {
  const middle = Math.floor((fromLocalMs + toLocalMs) / 2 / minuteMs) * minuteMs;
  const edges = [fromLocalMs - minuteMs, fromLocalMs, middle, toLocalMs - minuteMs, toLocalMs];
  const views = [atMs - 2 * dayMs, atMs - 1, atMs, atMs + 30 * minuteMs];
  return edges.flatMap((localMs) => {
    const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO("UTC");
    const anchorDate = local.toPlainDate().subtract(apart(frequency, 1)).toString();
    const schedule = { ...at(local.hour, local.minute), frequency, anchorDate };
    return views.map((afterMs) => ({ schedule, afterMs }));
  });
}

const leastDays: Record<EveryFewDays, number> = { daily: 1, every_other_day: 2, weekly: 7, biweekly: 14, monthly: 28 };

function apart(frequency: EveryFewDays, count: number): Temporal.DurationLike {
  return frequency === "monthly" ? { months: count } : { days: count * leastDays[frequency] };
}

function referenceNext(schedule: EveryFewDaysAnchored, zone: string, afterMs: number): number {
  const anchor = Temporal.PlainDate.from(schedule.anchorDate);
  for (let count = 0; ; count += 1) {
    const run = referenceInstant(anchor.add(apart(schedule.frequency, count)), schedule, zone);
    if (run > afterMs) return run;
  }
}

function referenceFirst(schedule: Schedule, zone: string, afterMs: number) {
  const now = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone);
  for (let date = now.toPlainDate().subtract({ days: 2 }); ; date = date.add({ days: 1 })) {
    const nextRunAtMs = referenceInstant(date, schedule, zone);
    if (nextRunAtMs > afterMs) return { anchorDate: date.toString(), nextRunAtMs };
  }
}

function referenceSeries(schedule: EveryFewDaysAnchored, zone: string, count: number): number[] {
  const anchor = Temporal.PlainDate.from(schedule.anchorDate);
  return Array.from({ length: count }, (_, index) =>
    referenceInstant(anchor.add(apart(schedule.frequency, index)), schedule, zone),
  );
}

const known = new Map<string, number>();

function referenceInstant(date: Temporal.PlainDate, schedule: Schedule, zone: string): number {
  const wanted = date.toPlainDateTime({ hour: schedule.scheduledHour, minute: schedule.scheduledMinute });
  const key = `${wanted.toString()} ${zone}`;
  const instant = known.get(key) ?? firstShowing(wanted, zone);
  known.set(key, instant);
  return instant;
}

function firstShowing(wanted: Temporal.PlainDateTime, zone: string): number {
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier.epochMilliseconds;
  // Clocks skip it, and what was found is as long before the change as the time is past it.
  const change = earlier.getTimeZoneTransition("next");
  if (change === null) throw new Error(`${zone} skips ${wanted.toString()} without a change.`);
  return change.epochMilliseconds;
}
