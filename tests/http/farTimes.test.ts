// Times that no clock of ours will ever show are answered like all others: nothing is there.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, encryptionKey, projectForEach, runner, startRun } from "../support/fixtures";

const farTimes = [
  "0000-01-01T00:00:00Z",
  "1000-01-01T00:00:00Z",
  "1600-01-01",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00Z",
  "2262-04-11T23:47:16.854Z",
  "2262-04-11T23:47:16.855Z",
  "2300-01-01T00:00:00Z",
  "9999-12-30",
  "9999-12-31T23:59:59.999-23:59",
];
/** The last is the last of a Date. */
const farEpochs = [0, 9_223_372_036_854, 9_223_372_036_855, 8_640_000_000_000_000];

describeEverywhere((deployment) => {
  beforeAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey }));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));
  const { api } = projectForEach(deployment);
  const job = runner(deployment);

  /** The statuses that are not allowed, each with the path that was asked. */
  const otherThan = async (allowed: readonly number[], paths: readonly string[]) => {
    const answers = await Promise.all(paths.map(async (path) => [path, (await api.get(path)).status] as const));
    return answers.filter(([, status]) => !allowed.includes(status));
  };
  const everyTime = [...farTimes, ...farEpochs];

  describe("in a query", () => {
    it.each([
      "/runs?createdAfter=",
      "/runs?createdBefore=",
      "/runs/list?status=running&createdBefore=",
      "/audit-log?from=",
      "/audit-log?to=",
      "/audit-log?action=issues.create&to=",
    ])("200 for %s and each of them", async (path) => {
      const paths = everyTime.map((time) => path + encodeURIComponent(time));
      expect(await otherThan([200], paths)).toEqual([]);
    });

    it.each([
      "/analytics/usage?",
      "/analytics/usage?groupBy=model&",
      "/analytics/usage?groupBy=run&",
      "/analytics/daily-stats?",
      "/analytics/outcomes?",
    ])("200 or 400 for the dates of %s", async (path) => {
      const paths = farTimes.flatMap((time) =>
        ["startDate", "endDate"].map((name) => `${path}${name}=${encodeURIComponent(time)}`),
      );
      expect(await otherThan([200, 400], paths)).toEqual([]);
    });
  });

  it("a replay of such a span counts no event", async () => {
    const { id } = await dataOf(api.post("/webhooks", { url: "https://receiver.example/hook" }));
    await dataOf(api.post("/issues/create", { title: "Slow" }));
    const counts: unknown[] = [];
    for (const time of everyTime)
      counts.push((await dataOf(api.post(`/webhooks/${id}/replay`, { from: time, to: time }))).count);
    expect(counts).toEqual(everyTime.map(() => 0));
  });

  it("a bulk action for them matches no run", async () => {
    const matched: unknown[] = [];
    for (const time of everyTime) {
      const filter = { status: "failed", createdAfter: time, createdBefore: time };
      matched.push((await dataOf(api.post("/runs/bulk", { action: "cancel", filter }))).matched);
    }
    expect(matched).toEqual(everyTime.map(() => 0));
  });

  it("a run may be scheduled for them, or end at them", async () => {
    const workflowId = await createWorkflow(api);
    for (const far of farEpochs.slice(1)) {
      const run = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it.", scheduledFor: far }));
      expect(run).toMatchObject({ status: "scheduled", scheduledFor: far });
      expect((await dataOf(api.get(`/runs/get?id=${run.id}`))).waiting).toMatchObject({ reason: "schedule" });
      await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it.", startBy: far }));
    }
  });

  it("a runner may say that a run has ended at them", async () => {
    const ends: unknown[] = [];
    for (const completedAt of everyTime) {
      const { id: runId } = await startRun(api);
      await job.call("run.updateStatus", { runId, status: "completed", completedAt });
      ends.push((await dataOf(api.get(`/runs/get?id=${runId}`))).completedAt);
    }
    expect(ends).toEqual(everyTime.map((time) => new Date(time).getTime()));
  });
});
