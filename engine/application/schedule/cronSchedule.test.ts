import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CronSchedule } from "../../runtime/contract";
import { firstRun, nextRun, nextTime } from "./cronSchedule";

const at = (text: string) => Date.parse(text);
const next = (schedule: CronSchedule, after: string) => new Date(nextTime(schedule, at(after))).toISOString();

describe("clock schedules are due at their next UTC time, strictly after the given one", () => {
  it.each<[CronSchedule, string, string]>([
    [{ type: "hourly", minuteUTC: 30 }, "2026-01-01T10:30:00Z", "2026-01-01T11:30:00.000Z"],
    [{ type: "hourly" }, "2026-01-01T10:30:00Z", "2026-01-01T11:00:00.000Z"],
    [{ type: "daily", hourUTC: 5, minuteUTC: 15 }, "2026-01-31T05:15:00Z", "2026-02-01T05:15:00.000Z"],
    [{ type: "weekly", dayOfWeek: "monday", hourUTC: 0 }, "2026-11-21T12:00:00Z", "2026-11-23T00:00:00.000Z"],
    [{ type: "monthly", day: 31, hourUTC: 0, minuteUTC: 0 }, "2026-01-31T00:00:00Z", "2026-03-31T00:00:00.000Z"],
    [{ type: "monthly", day: 29, hourUTC: 0, minuteUTC: 0 }, "2027-01-29T01:00:00Z", "2027-03-29T00:00:00.000Z"],
    [{ type: "cron", cron: "0 16 1 * *" }, "2026-01-01T16:00:00Z", "2026-02-01T16:00:00.000Z"],
    [{ type: "cron", cron: "*/20 9-17 * * MON-FRI" }, "2026-11-20T17:40:00Z", "2026-11-23T09:00:00.000Z"],
    [{ type: "cron", cron: "0 0 29 2 *" }, "2026-01-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    [{ type: "cron", cron: "5,35 0 * jan,jul *" }, "2026-01-31T00:35:00Z", "2026-07-01T00:05:00.000Z"],
    [{ type: "cron", cron: "0 0 13 * FRI" }, "2026-02-01T00:00:00Z", "2026-02-06T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * 0" }, "2026-02-01T00:00:00Z", "2026-02-08T00:00:00.000Z"],
    [{ type: "cron", cron: "0 22-2 * * *" }, "2026-02-01T02:00:00Z", "2026-02-01T22:00:00.000Z"],
    [{ type: "cron", cron: "0 22-4/2 * * *" }, "2026-02-01T02:00:00Z", "2026-02-01T04:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * FRI-MON" }, "2026-02-02T00:00:00Z", "2026-02-06T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * 5-1/2" }, "2026-02-06T00:00:00Z", "2026-02-13T00:00:00.000Z"],
    [{ type: "cron", cron: "55,*/20 0 * * *" }, "2026-02-01T00:40:00Z", "2026-02-01T00:55:00.000Z"],
    [{ type: "cron", cron: "30,* 0 * * *" }, "2026-02-01T00:30:00Z", "2026-02-02T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 L * *" }, "2026-02-01T00:00:00Z", "2026-02-28T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 L-3 * *" }, "2026-02-01T00:00:00Z", "2026-02-25T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 LW * *" }, "2026-02-01T00:00:00Z", "2026-02-27T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 L-6W * *" }, "2026-02-01T00:00:00Z", "2026-02-23T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 15W * *" }, "2026-02-01T00:00:00Z", "2026-02-16T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 1W 8 *" }, "2026-02-01T00:00:00Z", "2026-08-03T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 31W * *" }, "2026-05-01T00:00:00Z", "2026-05-29T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * L" }, "2026-02-01T00:00:00Z", "2026-02-07T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * 5L" }, "2026-02-01T00:00:00Z", "2026-02-27T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * * MON#1" }, "2026-02-02T00:00:00Z", "2026-03-02T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 * 2 MON#5" }, "2026-02-01T00:00:00Z", "2044-02-29T00:00:00.000Z"],
    [{ type: "cron", cron: "0 0 15W * SUN" }, "2026-02-09T00:00:00Z", "2026-02-15T00:00:00.000Z"],
  ])("%j after %s", (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it("a cron expression agrees with looking at every minute", () => {
    const expression = fc.record({ minute: fc.nat(59), hour: fc.nat(23), weekday: fc.nat(6) });
    fc.assert(
      fc.property(expression, fc.nat(30 * 24 * 60), ({ minute, hour, weekday }, offset) => {
        const after = at("2026-01-01T00:00:00Z") + offset * 60_000 + 1;
        const found = nextTime({ type: "cron", cron: `${minute} ${hour} * * ${weekday}` }, after);
        let expected = Math.ceil(after / 60_000) * 60_000;
        const fits = (time: Date) =>
          time.getUTCMinutes() === minute && time.getUTCHours() === hour && time.getUTCDay() === weekday;
        while (!fits(new Date(expected))) expected += 60_000;
        expect(found).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  const refused = ["* * *", " * * * * *", "61 * * * *", "*/0 * * * *", "*/60 * * * *", "a * * * *", "* * ? * *"];
  const refusedDays = ["* * * * 7", "* * * * 6l", "* * * * 1L,2", "* * * * MON#6", "* * L-31 * *", "* * *,5 * *"];
  it.each([...refused, ...refusedDays, "0 0 31 2 *"])("refuses %s", (cron) => {
    expect(() => nextTime({ type: "cron", cron }, at("2026-01-01T00:00:00Z"))).toThrow("is invalid");
  });
});

describe("intervals", () => {
  const everyMinute: CronSchedule = { type: "interval", minutes: 1 };

  it("begin at once and continue from the time they were due, not from when they ended", () => {
    expect(firstRun(everyMinute, 1_000)).toBe(1_000);
    expect(nextRun(everyMinute, 1_000, 30_000)).toEqual({ at: 61_000, skipped: 0 });
  });

  it("skip what was missed and keep their beat", () => {
    expect(nextRun(everyMinute, 1_000, 200_000)).toEqual({ at: 241_000, skipped: 3 });
    expect(nextRun(everyMinute, 1_000, 61_000)).toEqual({ at: 121_000, skipped: 1 });
  });
});

it("a clock schedule that was missed continues with its next future time", () => {
  const daily: CronSchedule = { type: "daily", hourUTC: 5 };
  const missed = nextRun(daily, at("2026-01-01T05:00:00Z"), at("2026-01-04T12:00:00Z"));
  expect(missed).toEqual({ at: at("2026-01-05T05:00:00Z"), skipped: 1 });
});
