import { expect, it } from "vitest";
import { timeZoneCache } from "../lib/timeZones";
import { periodAt } from "./periods";
import type { BudgetPeriod } from "./values";

const zoneOf = timeZoneCache();

it.each<[BudgetPeriod, string, string, string, string]>([
  ["day", "UTC", "2026-11-27T10:00:00Z", "2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z"],
  ["day", "Asia/Kolkata", "2026-11-27T20:00:00Z", "2026-11-27T18:30:00Z", "2026-11-28T18:30:00Z"],
  // The clocks of Berlin go back: this day has 25 hours.
  ["day", "Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
  ["week", "UTC", "2026-11-27T10:00:00Z", "2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"],
  ["week", "UTC", "2026-11-23T00:00:00Z", "2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"],
  ["week", "UTC", "2026-11-29T23:59:59Z", "2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"],
  ["month", "America/New_York", "2027-01-01T04:00:00Z", "2026-12-01T05:00:00Z", "2027-01-01T05:00:00Z"],
  ["month", "UTC", "2024-02-29T12:00:00Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"],
])("the %s in %s at %s is from %s to %s", (period, zone, now, start, end) => {
  const found = periodAt(period, zoneOf(zone), Date.parse(now));
  expect(found).toEqual({ startMs: Date.parse(start), endMs: Date.parse(end) });
});

it("the period `total` begins now and has no end", () => {
  expect(periodAt("total", zoneOf("UTC"), 5)).toEqual({ startMs: 5, endMs: null });
});
