import { convexTest } from "convex-test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { presentDay } from "../analytics/present";
import schema from "../schema";
import { readCounters } from "./model";
import { readDays, addCounts } from "./shards";

const modules = import.meta.glob(["/convex/**/*.*s", "!/convex/**/*.test.ts"]);
let t: ReturnType<typeof start>;
let projectId: Id<"projects">;

function start() {
  return convexTest(schema, modules);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T23:59:00Z") });
  t = start();
  projectId = await t.run((ctx) => ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null }));
});
afterEach(() => {
  vi.useRealTimers();
});

const add = (changes: Parameters<typeof addCounts>[2]) => t.run((ctx) => addCounts(ctx, projectId, changes));

const counters = () =>
  t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", { email: "a@example.com" });
    return await readCounters(ctx, projectId, userId);
  });

/** The days as lists show them. */
const days = () =>
  t.run(async (ctx) => {
    const since = await readDays(ctx, projectId);
    const rows = await ctx.db
      .query("dailyStats")
      .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId))
      .take(10);
    return rows
      .map((row) => presentDay(row, since))
      .map(({ date, runsStarted, tokens }) => [date, runsStarted, tokens]);
  });

it("sums are exact, whichever rows were added to", async () => {
  for (let run = 0; run < 40; run++) await add({ counts: { totalRuns: 1, activeRuns: 1 }, today: { runsStarted: 1 } });
  for (let run = 0; run < 40; run++) await add({ counts: { activeRuns: -1 } });
  expect(await counters()).toMatchObject({ totalRuns: 40, activeRuns: 0 });
  expect(await days()).toEqual([["2026-03-01", 40, 0]]);
  const rows = await t.run((ctx) => ctx.db.query("counters").take(100));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThanOrEqual(8);
});

it("a day keeps its amounts when the next one begins", async () => {
  for (let report = 0; report < 30; report++) await add({ today: { tokens: 10 } });
  vi.setSystemTime(new Date("2026-03-02T00:01:00Z"));
  for (let report = 0; report < 5; report++) await add({ today: { tokens: 1 } });
  expect(await days()).toEqual([
    ["2026-03-01", 0, 300],
    ["2026-03-02", 0, 5],
  ]);
});
