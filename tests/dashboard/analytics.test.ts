import { beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { dailyStats } = api.analytics.dashboard;
let projectId: string;
let member: Person;
let rest: Awaited<ReturnType<typeof restOf>>;

beforeAll(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  await deployment.run(async (ctx) => {
    const id = documentId(ctx, "projects", projectId);
    const nothing = {
      runsCompleted: 0,
      runsFailed: 0,
      tokens: 0,
      costMicroUsd: 1_500_000,
      activeMs: 0,
      unratedRecords: 0,
    };
    for (const date of ["2026-03-02", "2026-03-01", "2026-03-04"]) {
      await ctx.db.insert("dailyStats", { projectId: id, date, runsStarted: 1, ...nothing });
    }
  });
});

const days = (period: { startDate?: string; endDate?: string }) =>
  allOf((paginationOpts) => member.query(dailyStats, { projectId, paginationOpts, ...period }));

it.each<[{ startDate?: string; endDate?: string }, string[]]>([
  [{}, ["2026-03-04", "2026-03-02", "2026-03-01"]],
  [{ startDate: "2026-03-02" }, ["2026-03-04", "2026-03-02"]],
  [{ endDate: "2026-03-02" }, ["2026-03-02", "2026-03-01"]],
  [{ startDate: "2026-03-02T10:00:00Z", endDate: "2026-03-03" }, ["2026-03-02"]],
])("the days of %j, the last one first, in pages, as REST shows them", async (period, dates) => {
  const shown = await days(period);
  expect(shown.map(({ date }) => date)).toEqual(dates);
  expect(shown).toEqual(await restList(rest, `/analytics/daily-stats?${new URLSearchParams(period).toString()}`));
});

it.each([
  ["startDate", { startDate: "yesterday" }],
  ["endDate", { endDate: "2026-13-01" }],
  ["startDate", { startDate: "2026-03-03", endDate: "2026-03-02" }],
])("VALIDATION naming %s for %j", async (field, period) => {
  expect(await refusal(days(period))).toMatchObject({ code: "VALIDATION", field });
});
