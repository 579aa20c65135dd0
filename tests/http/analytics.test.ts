import { afterEach, describe, expect, it, vi } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  createSandbox,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const dayMs = 24 * 60 * 60 * 1000;

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  const record = (sandboxId: string, service: string) =>
    job.call("usage.computeCostAndRecord", { sandboxId, tokenUsage: { inputTokens: 1 }, durationMs: 0, service });

  describe("GET /api/v1/analytics/usage", () => {
    it("200 newest first, by service and by time, in pages", async () => {
      const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
      const made = [];
      for (const service of ["openai", "anthropic", "openai"]) made.unshift(await record(sandboxId, service));
      const list = async (query: string) => (await api.get(`/analytics/usage?${query}`)).body;
      expect((await list("")).data).toEqual(made);
      expect((await list("service=openai")).data).toEqual([made[0], made[2]]);
      expect((await list("service=sandbox")).data).toEqual([]);
      const { nextCursor, hasMore } = await list("service=openai&limit=1");
      expect(hasMore).toBe(true);
      expect((await list(`service=openai&limit=1&cursor=${nextCursor}`)).data).toEqual([made[2]]);
      const elsewhere = api.get(`/analytics/usage?cursor=${nextCursor}`);
      expect(await refusalOf(elsewhere)).toEqual([400, "VALIDATION", "cursor"]);

      const at = Date.parse(made[0].createdAt);
      const day = made[0].createdAt.slice(0, 10);
      const iso = (ms: number) => new Date(ms).toISOString();
      expect((await list(`startDate=${iso(at - dayMs).slice(0, 10)}&endDate=${day}`)).data).toEqual(made);
      expect((await list(`startDate=${iso(at + dayMs).slice(0, 10)}`)).data).toEqual([]);
      expect((await list(`endDate=${iso(at - dayMs).slice(0, 10)}`)).data).toEqual([]);
      const exactly = `startDate=${made[1].createdAt}&endDate=${made[1].createdAt}`;
      expect((await list(exactly)).data).toContainEqual(made[1]);
      expect((await list(`${exactly}&service=anthropic`)).data).toEqual([made[1]]);
      expect((await list(`startDate=${iso(at + 1)}`)).data).toEqual([]);
    });

    it("200 empty for another project", async () => {
      await record(await createSandbox(job, { runId: (await startRun(api)).id }), "openai");
      const stranger = client(deployment, (await createProject(deployment, "Theirs")).apiKey);
      expect((await stranger.get("/analytics/usage")).body).toEqual({ data: [], nextCursor: null, hasMore: false });
      expect((await stranger.get("/analytics/daily-stats")).body.data).toEqual([]);
    });
  });

  it.each([
    ["startDate", "startDate=2026-02-30"],
    ["startDate", "startDate=yesterday"],
    ["startDate", "startDate=2026-02-01T10:00"],
    ["endDate", "endDate=2026-2-1"],
    ["endDate", "endDate="],
    ["startDate", "startDate=2026-03-02&endDate=2026-03-01"],
    ["startDate", "startDate=2026-03-01T10:00:00.001Z&endDate=2026-03-01T10:00:00Z"],
    ["limit", "limit=0"],
    ["colour", "colour=red"],
  ])("400 VALIDATION naming %s for %s", async (field, query) => {
    for (const part of ["usage", "daily-stats"]) {
      expect(await refusalOf(api.get(`/analytics/${part}?${query}`))).toEqual([400, "VALIDATION", field]);
    }
  });

  it("400 VALIDATION for a service that does not exist, and for daily stats filtered by service", async () => {
    expect(await refusalOf(api.get("/analytics/usage?service=A"))).toEqual([400, "VALIDATION", "service"]);
    expect(await refusalOf(api.get("/analytics/daily-stats?service=a"))).toEqual([400, "VALIDATION", "service"]);
  });

  it("GET /api/v1/analytics/daily-stats: 200 with the day's events", async () => {
    const runId = (await startRun(api)).id;
    await startRun(api);
    await record(await createSandbox(job, { runId }), "openai");
    for (const status of ["running", "failed"]) await job.call("run.updateStatus", { runId, status });
    const { data } = (await api.get("/analytics/daily-stats")).body;
    const date = data[0].date;
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(data).toEqual([
      {
        id: date,
        _id: date,
        date,
        runsStarted: 2,
        runsCompleted: 0,
        runsFailed: 1,
        tokens: 1,
        costUsd: 0.000003,
        unratedRecords: 0,
        activeMs: expect.any(Number),
      },
    ]);
  });

  it("GET /api/v1/analytics/counters: 200 with seven of the project's ten counters, which follow every change", async () => {
    const runId = (await startRun(api)).id;
    await createSandbox(job, { runId });
    await dataOf(api.post("/issues/create", { title: "Crash" }));
    await job.call("run.updateStatus", { runId, status: "running" });
    const all = await dataOf(api.get("/project/counters"));
    expect(all).toEqual({
      totalRuns: 1,
      activeRuns: 1,
      totalSandboxes: 1,
      activeSandboxes: 1,
      totalIssues: 1,
      pendingIssues: 1,
      totalWorkflows: 1,
      totalLearnings: 0,
      totalMembers: 1,
      unreadNotifications: 0,
    });
    await job.call("run.updateStatus", { runId, status: "failed" });
    expect(await dataOf(api.get("/analytics/counters"))).toEqual({
      totalRuns: 1,
      activeRuns: 0,
      activeSandboxes: 0,
      pendingIssues: 1,
      totalWorkflows: 1,
      totalLearnings: 0,
      unreadNotifications: 1,
    });
    await dataOf(api.put("/notifications/read-all"));
    expect((await dataOf(api.get("/analytics/counters"))).unreadNotifications).toBe(0);
    expect((await dataOf(api.get("/project/counters"))).unreadNotifications).toBe(0);
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["analytics:read"])).apiKey);
    for (const part of ["usage", "daily-stats", "counters"]) {
      expect(await refusalOf(other.get(`/analytics/${part}`))).toEqual([403, "SCOPE_DENIED"]);
      expect((await reader.get(`/analytics/${part}`)).status).toBe(200);
    }
  });
});

describe("days", () => {
  const deployment = inProcess();
  afterEach(() => vi.useRealTimers());

  it("are listed by date, also when the clock was set back; filters take them whole", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
    const api = client(deployment, (await createProject(deployment)).apiKey);
    for (const day of ["2026-03-01", "2026-03-05", "2026-03-03", "2026-03-04", "2026-03-02"]) {
      vi.setSystemTime(Date.parse(`${day}T23:59:59.999Z`));
      await startRun(api);
    }
    const list = async (query: string) => (await api.get(`/analytics/daily-stats?${query}`)).body;
    const dates = async (query: string) => (await list(query)).data.map(({ date }: { date: string }) => date.slice(8));
    expect(await dates("")).toEqual(["05", "04", "03", "02", "01"]);
    expect(await dates("startDate=2026-03-02&endDate=2026-03-04")).toEqual(["04", "03", "02"]);
    expect(await dates("startDate=2026-03-02T23:00:00Z&endDate=2026-03-04T00:00:00Z")).toEqual(["04", "03", "02"]);
    expect(await dates("startDate=2026-03-04")).toEqual(["05", "04"]);
    expect(await dates("endDate=2026-03-01T23:00:00-04:00")).toEqual(["02", "01"]);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { data, nextCursor } = await list(`limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...data.map(({ date }: { date: string }) => date.slice(8)));
      cursor = nextCursor;
    }
    expect(paged).toEqual(["05", "04", "03", "02", "01"]);
  });
});
