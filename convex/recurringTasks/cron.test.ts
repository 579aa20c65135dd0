// The reference counts every minute of years in every kind of zone, with the Temporal polyfill.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { timeZoneCache } from "../lib/timeZones";
import { CronError, parseCron } from "./cron";
import { firstRun, nextRun, runsFrom } from "./schedule";

const zoneOf = timeZoneCache();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function cronRuns(cron: string, zone: string, from: string, count: number): string[] {
  const schedule = { frequency: "cron", scheduledHour: 0, scheduledMinute: 0, cron } as const;
  const { anchorDate, nextRunAtMs } = firstRun(schedule, zoneOf(zone), Date.parse(from));
  const runs = runsFrom({ ...schedule, anchorDate }, zoneOf(zone), nextRunAtMs, count);
  return runs.map((ms) => new Date(ms).toISOString().slice(0, 16));
}

describe("cron expressions", () => {
  it.each([
    [
      "weekdays at nine, over a change of clocks",
      "0 9 * * mon-fri",
      "Europe/Berlin",
      "2026-03-27T00:00Z",
      ["2026-03-27T08:00", "2026-03-30T07:00", "2026-03-31T07:00"],
    ],
    ["steps", "*/20 8 * * *", "UTC", "2026-01-01T08:10Z", ["2026-01-01T08:20", "2026-01-01T08:40", "2026-01-02T08:00"]],
    [
      "a number with a step lasts to the end",
      "0 20/2 * * *",
      "UTC",
      "2026-01-01T00:00Z",
      ["2026-01-01T20:00", "2026-01-01T22:00"],
    ],
    [
      "lists and ranges",
      "0 6,8-9 * * *",
      "UTC",
      "2026-01-01T00:00Z",
      ["2026-01-01T06:00", "2026-01-01T08:00", "2026-01-01T09:00"],
    ],
    ["the 29th of February", "0 0 29 FEB *", "UTC", "2097-01-01T00:00Z", ["2104-02-29T00:00", "2108-02-29T00:00"]],
    [
      "either day, when both are restricted",
      "0 0 13 * fri",
      "UTC",
      "2026-01-01T00:00Z",
      ["2026-01-02T00:00", "2026-01-09T00:00", "2026-01-13T00:00"],
    ],
    ["7 is Sunday", "0 0 * * 7", "UTC", "2026-01-01T00:00Z", ["2026-01-04T00:00", "2026-01-11T00:00"]],
    [
      "times that clocks skip run once, when they have",
      "*/30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00Z",
      ["2026-03-29T01:00", "2026-03-30T00:00"],
    ],
    [
      "times that occur twice run at the first",
      "30 1,2 * * *",
      "Europe/Berlin",
      "2026-10-24T22:00Z",
      ["2026-10-24T23:30", "2026-10-25T00:30", "2026-10-26T00:30"],
    ],
  ])("%s: %s", (_, cron, zone, from, runs) => {
    expect(cronRuns(cron, zone, from, runs.length)).toEqual(runs);
  });

  it.each([
    ["0 9 * *", "must have five fields"],
    ["0 9 * * * *", "must have five fields"],
    ["60 9 * * *", 'the minute "60"'],
    ["0 24 * * *", 'the hour "24"'],
    ["0 0 0 * *", 'the day of the month "0"'],
    ["0 0 * 13 *", 'the month "13"'],
    ["0 0 * * 8", 'the day of the week "8"'],
    ["0 0 * * someday", 'the day of the week "someday"'],
    ["0 0 31 2 *", "names a day that no month has"],
    ["0 0 31 4,6,9,11 *", "names a day that no month has"],
    ["5-1 * * * *", "which begins after its end"],
    ["*/0 * * * *", "the minute"],
    ["1-2-3 * * * *", "the minute"],
    ["1,, * * * *", "the minute"],
    ["@daily", "must have five fields"],
    ["", "must have five fields"],
  ])("refuses %s", (cron, message) => {
    expect(() => parseCron(cron)).toThrow(CronError);
    expect(() => parseCron(cron)).toThrow(message);
  });

  it("equals brute force over the minutes of months, in zones that change their clocks", () => {
    const list = (from: number, to: number) =>
      fc.oneof(
        fc.constant("*"),
        fc.integer({ min: 2, max: 9 }).map((step) => `*/${step}`),
        fc
          .uniqueArray(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: 3 })
          .map((each) => each.join(",")),
        fc
          .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: from, max: to }))
          .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      );
    const crons = fc.tuple(list(0, 59), list(0, 23), list(1, 28), list(1, 12), list(0, 7));
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "UTC"];
    const anything = fc.record({
      parts: crons,
      zone: fc.constantFrom(...zones),
      startMs: fc.integer({ min: Date.UTC(2026, 0) / minuteMs, max: Date.UTC(2027, 0) / minuteMs }),
    });
    fc.assert(
      fc.property(anything, ({ parts, zone, startMs }) => {
        const afterMs = startMs * minuteMs;
        const schedule = { frequency: "cron", scheduledHour: 0, scheduledMinute: 0, cron: parts.join(" ") } as const;
        const ours = nextRun({ ...schedule, anchorDate: "2026-01-01" }, zoneOf(zone), afterMs);
        const theirs = bruteForce(parts, zone, afterMs, Math.min(ours, afterMs + dayMs));
        expect(theirs).toBe(ours <= afterMs + dayMs ? ours : null);
      }),
      { numRuns: 40 },
    );
  });
});

/** The first moment in the span at which clocks show such a time for the first time, or have just skipped one. */
function bruteForce(parts: string[], zone: string, afterMs: number, untilMs: number): number | null {
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  // What was shown within the last three hours before the span counts as shown.
  const shown = new Set<string>();
  let before = local(afterMs - 3 * 60 * minuteMs);
  for (let ms = afterMs - 3 * 60 * minuteMs; ms <= untilMs; ms += minuteMs) {
    const now = local(ms);
    for (
      let time = before.add({ minutes: 1 });
      Temporal.PlainDateTime.compare(time, now) <= 0;
      time = time.add({ minutes: 1 })
    ) {
      const text = time.toString();
      if (shown.has(text)) continue;
      shown.add(text);
      if (ms > afterMs && matches(parts, time)) return ms;
    }
    if (Temporal.PlainDateTime.compare(now, before) > 0) before = now;
    shown.add(now.toString());
  }
  return null;
}

function matches(
  [minute = "", hour = "", day = "", month = "", weekday = ""]: string[],
  time: Temporal.PlainDateTime,
): boolean {
  const has = (text: string, value: number, from: number, to: number): boolean =>
    text.split(",").some((range) => {
      if (range === "*") return true;
      if (range.startsWith("*/")) return (value - from) % Number(range.slice(2)) === 0;
      const [first = 0, last = first] = range.split("-").map(Number);
      return value >= first && value <= Math.min(last, to);
    });
  const isDay = has(day, time.day, 1, 31);
  const sunday = time.dayOfWeek === 7;
  const isWeekday = has(weekday, time.dayOfWeek % 7, 0, 7) || (sunday && has(weekday, 7, 0, 7));
  const either = !day.startsWith("*") && !weekday.startsWith("*");
  if (!has(minute, time.minute, 0, 59) || !has(hour, time.hour, 0, 23) || !has(month, time.month, 1, 12)) return false;
  return either ? isDay || isWeekday : isDay && isWeekday;
}

describe("daily on chosen days", () => {
  it("runs on these days alone, from the next of them on", () => {
    const schedule = { frequency: "daily", scheduledHour: 9, scheduledMinute: 0, daysOfWeek: [1, 5] } as const;
    const zone = zoneOf("Europe/Berlin");
    const { anchorDate, nextRunAtMs } = firstRun(
      { ...schedule, daysOfWeek: [1, 5] },
      zone,
      Date.parse("2026-03-26T12:00Z"),
    );
    expect(anchorDate).toBe("2026-03-27");
    const runs = runsFrom({ ...schedule, daysOfWeek: [1, 5], anchorDate }, zone, nextRunAtMs, 4);
    expect(runs.map((ms) => new Date(ms).toISOString().slice(0, 16))).toEqual([
      "2026-03-27T08:00",
      "2026-03-30T07:00",
      "2026-04-03T07:00",
      "2026-04-06T07:00",
    ]);
  });
});
