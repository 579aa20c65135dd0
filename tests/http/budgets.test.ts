import { beforeEach, describe, expect, it, vi } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import { claimOf } from "../support/jobClaims";

const budget = { name: "Everything", scope: { type: "project" }, limitUsd: 10, period: "total" };

interface Running {
  id: string;
  sandboxId: string;
}

describeEverywhere((deployment) => {
  const { project, api, stranger } = projectForEach(deployment);
  const job = runner(deployment);

  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
  });

  const create = async (changes: object = {}): Promise<string> =>
    (await dataOf(api.post("/budgets", { ...budget, ...changes }))).id;
  const show = (id: string) => dataOf(api.get(`/budgets/${id}`));
  const showRun = (id: string) => dataOf(api.get(`/runs/get?id=${id}`));
  const eventsOf = async (prefix: string): Promise<{ type: string; data: Record<string, unknown> }[]> =>
    (await api.get(`/events?types=${prefix}`)).body.data;

  async function running(fields: object = {}): Promise<Running> {
    const { id } = await startRun(api, { workflowId, ...fields });
    await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
    await job.call("run.updateStatus", { runId: id, status: "running" });
    return { id, sandboxId: await createSandbox(job, { runId: id }) };
  }

  const spend = ({ sandboxId }: Running, costUsd: number) =>
    job.call("usage.computeCostAndRecord", {
      sandboxId,
      tokenUsage: { inputTokens: 1, outputTokens: 1 },
      durationMs: 1,
      service: "agent",
      costUsd,
    });
  const becomes = (id: string, status: string) =>
    vi.waitUntil(async () => (await showRun(id)).status === status, { timeout: 10_000 });

  describe("/api/v1/budgets", () => {
    it("201 with the budget, which is shown, listed, changed and deleted", async () => {
      const answer = await api.post("/budgets", { ...budget, period: "month", timezone: "Europe/Berlin" });
      expect(answer.status).toBe(201);
      const { data } = answer.body;
      expect(data).toEqual({
        ...budget,
        id: expect.stringMatching(/^bud_/),
        _id: data.id,
        scope: { type: "project", id: null },
        period: "month",
        timezone: "Europe/Berlin",
        warnAt: [0.5, 0.8],
        action: "notify",
        spentUsd: 0,
        periodStart: expect.stringMatching(/Z$/),
        periodEnd: expect.stringMatching(/Z$/),
        state: "ok",
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(await show(data.id)).toEqual(data);
      expect((await api.get("/budgets")).body.data).toEqual([data]);
      const changed = await dataOf(api.put(`/budgets/${data.id}`, { limitUsd: 20, warnAt: [0.9, 0.1] }));
      expect(changed).toMatchObject({ limitUsd: 20, warnAt: [0.1, 0.9], period: "month" });
      expect(await dataOf(api.delete(`/budgets/${data.id}`))).toMatchObject({ deleted: true });
      expect((await api.get("/budgets")).body.data).toEqual([]);
    });

    it.each<[string, object]>([
      ["limitUsd", { limitUsd: 0 }],
      ["scope.id", { scope: { type: "workflow" } }],
      ["scope.id", { scope: { type: "project", id: "wf_1" } }],
      ["timezone", { timezone: "Mars/Base" }],
      ["warnAt", { warnAt: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] }],
      ["warnAt.0", { warnAt: [1] }],
      ["action", { action: "stop" }],
      ["period", { period: "year" }],
    ])("400 VALIDATION for %s", async (field, changes) => {
      expect(await refusalOf(api.post("/budgets", { ...budget, ...changes }))).toEqual([400, "VALIDATION", field]);
    });

    it("404 and 403 for what is not there or belongs to others", async () => {
      expect(await refusalOf(api.get("/budgets/bud_nothing"))).toEqual([404, "NOT_FOUND"]);
      const id = await create();
      expect(await refusalOf(stranger.get(`/budgets/${id}`))).toEqual([403, "FORBIDDEN"]);
      const scope = { type: "workflow", id: await createWorkflow(stranger) };
      expect(await refusalOf(api.post("/budgets", { ...budget, scope }))).toEqual([403, "FORBIDDEN"]);
    });
  });

  it("64 records at once are counted to the cent, and each threshold is reported once", async () => {
    const id = await create({ limitUsd: 6.4, warnAt: [0.5, 0.8] });
    const runs = await Promise.all(Array.from({ length: 8 }, () => running()));
    await Promise.all(Array.from({ length: 64 }, (_, index) => spend(runs[index % 8]!, 0.11)));
    expect(await show(id)).toMatchObject({ spentUsd: 7.04, state: "reached" });
    expect((await eventsOf("budget.*")).map(({ type, data }) => [type, data["fraction"]])).toEqual([
      ["budget.warning", 0.5],
      ["budget.warning", 0.8],
      ["budget.reached", undefined],
    ]);
    expect((await api.get("/inbox")).body.data).toMatchObject([{ kind: "budget_reached", subject: { id } }]);
  });

  it("what was spent before, and by runs outside its scope, does not count", async () => {
    const first = await running();
    await spend(first, 5);
    const other = await createWorkflow(api);
    const id = await create({ scope: { type: "workflow", id: other } });
    await spend(first, 5);
    expect(await show(id)).toMatchObject({ spentUsd: 0 });
    await spend(await running({ workflowId: other }), 1.5);
    expect(await show(id)).toMatchObject({ spentUsd: 1.5, state: "ok" });
    const ofRun = await create({ scope: { type: "run", id: first.id } });
    await spend(first, 2);
    expect(await show(ofRun)).toMatchObject({ spentUsd: 2 });
  });

  describe("the action `pause`", () => {
    it("pauses at the record that crosses the limit, holds what would start, and a raise resumes exactly that", async () => {
      const id = await create({ action: "pause" });
      const [one, two, byHand] = [await running(), await running(), await running()];
      await dataOf(api.post("/runs/pause", { runId: byHand.id }));
      await spend(one, 9.99);
      expect((await showRun(one.id)).status).toBe("running");
      await spend(one, 0.01);
      expect(await showRun(one.id)).toMatchObject({ status: "paused", pauseReason: "budget" });
      await becomes(two.id, "paused");
      expect(await showRun(byHand.id)).toMatchObject({ status: "paused", pauseReason: null });

      const late = await startRun(api, { workflowId });
      expect(late).toMatchObject({ status: "pending", waiting: { reason: "budget" } });
      const claimAll = { runnerId: "one", kinds: ["run.execute"] };
      expect(await claimOf(project, job, claimAll)).toBeNull();
      const refused = await api.post("/runs/resume", { runId: one.id });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
      expect(refused.body.error.message).toContain(id);

      await dataOf(api.put(`/budgets/${id}`, { limitUsd: 20 }));
      expect(await show(id)).toMatchObject({ state: "warning", spentUsd: 10 });
      await becomes(one.id, "running");
      await becomes(two.id, "running");
      expect((await showRun(byHand.id)).status).toBe("paused");
      expect(await claimOf(project, job, claimAll)).not.toBeNull();
      expect((await eventsOf("budget.*")).map(({ type }) => type).slice(-2)).toEqual([
        "budget.reached",
        "budget.cleared",
      ]);
      expect((await api.get("/inbox")).body.data).toEqual([]);
    });

    it("leaves a run paused that another budget holds", async () => {
      const [all, ofWorkflow] = [
        await create({ action: "pause" }),
        await create({ action: "pause", limitUsd: 5, scope: { type: "workflow", id: workflowId } }),
      ];
      const one = await running();
      await spend(one, 10);
      await dataOf(api.put(`/budgets/${all}`, { limitUsd: 100 }));
      await vi.waitUntil(async () => (await show(all)).state !== "reached");
      expect((await showRun(one.id)).status).toBe("paused");
      await dataOf(api.delete(`/budgets/${ofWorkflow}`));
      await becomes(one.id, "running");
    });
  });

  it("holds what would start again when it is reached a second time, also after a run of the first time is over", async () => {
    const id = await create({ action: "pause" });
    const one = await running();
    await spend(one, 10);
    await dataOf(api.put(`/budgets/${id}`, { limitUsd: 20 }));
    await becomes(one.id, "running");
    await spend(one, 10);
    await becomes(one.id, "paused");
    const late = await startRun(api, { workflowId });
    expect(late).toMatchObject({ waiting: { reason: "budget" } });
    await dataOf(api.post("/runs/cancel", { runId: one.id }));
    expect(await showRun(late.id)).toMatchObject({ waiting: { reason: "budget" } });
    expect(await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] })).toBeNull();
  });

  it("a run that was deferred while it was paused can be claimed when the budget has money again", async () => {
    const id = await create({ action: "pause" });
    const { id: runId } = await startRun(api, { workflowId });
    const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
    await job.call("run.updateStatus", { runId, status: "running" });
    await spend({ id: runId, sandboxId: await createSandbox(job, { runId }) }, 10);
    await job.call("job.defer", { jobId: claimed.id, runnerId: "one", until: Date.now() + 60_000, reason: "Later." });
    await dataOf(api.delete(`/budgets/${id}`));
    await becomes(runId, "pending");
    expect(await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] })).toMatchObject({ runId });
  });

  it("leaves a run paused for another budget that was reached while it was paused", async () => {
    const [first, second] = [await create({ action: "pause" }), await create({ action: "pause", limitUsd: 11 })];
    const [one, two] = [await running(), await running()];
    await spend(one, 10);
    await becomes(two.id, "paused");
    await spend(one, 1);
    await dataOf(api.delete(`/budgets/${first}`));
    // The message names the budget that holds the run now.
    const heldBySecond = async () =>
      (await api.post("/runs/resume", { runId: two.id })).body.error?.message.includes(second) ?? true;
    await vi.waitUntil(heldBySecond, { timeout: 10_000 });
    expect(await showRun(two.id)).toMatchObject({ status: "paused", pauseReason: "budget" });
    await dataOf(api.delete(`/budgets/${second}`));
    await becomes(two.id, "running");
  });

  it("the state is that of the present limit, and a raised limit gives no second warning in the period", async () => {
    const id = await create();
    await spend(await running(), 6);
    expect(await show(id)).toMatchObject({ state: "warning" });
    await dataOf(api.put(`/budgets/${id}`, { limitUsd: 100 }));
    expect(await show(id)).toMatchObject({ state: "ok", spentUsd: 6 });
    await spend(await running(), 50);
    expect(await show(id)).toMatchObject({ state: "warning" });
    const warnings = (await eventsOf("budget.warning")).map(({ data }) => data["fraction"]);
    expect(warnings).toEqual([0.5]);
  });

  it("a run that a runner begins in a reached budget is paused before it spends, and goes when there is money", async () => {
    const id = await create({ action: "pause" });
    const one = await running();
    await spend(one, 10);
    const chain = { workflowId, sprintRange: [1, 2], prompt: "Build it.", gitRepoUrl: "https://code.example/a/b" };
    const { id: chainId } = await dataOf(api.post("/sprint-chains", chain));
    await claimOf(project, job, { runnerId: "one", kinds: ["sprintChain.execute"] });
    const made = await job.call("run.createChainRun", { chainId, sprintIndex: 0 });
    expect(await job.call("run.updateStatus", { runId: made.id, status: "running" })).toMatchObject({
      status: "paused",
    });
    expect(await showRun(made.id)).toMatchObject({ status: "paused", pauseReason: "budget" });
    expect((await api.post("/runs/resume", { runId: made.id })).status).toBe(409);
    await dataOf(api.delete(`/budgets/${id}`));
    await becomes(made.id, "running");
  });

  it("the action `cancel` cancels a run that had been claimed before and begins in the reached budget", async () => {
    await create({ action: "pause" });
    const id = await create({ action: "cancel" });
    const one = await running();
    const { id: claimed } = await startRun(api, { workflowId });
    await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
    await spend(one, 10);
    const told = await job.call("run.updateStatus", { runId: claimed, status: "running" });
    expect(told).toMatchObject({ status: "cancelled" });
    expect(await showRun(claimed)).toMatchObject({ status: "cancelled", failureReason: "budget" });
    expect(await show(id)).toMatchObject({ state: "reached" });
  });

  describe("a limit that is lowered below what is spent", () => {
    it("pauses what runs, holds what would start, and lets nobody resume, until it is raised", async () => {
      const id = await create({ action: "pause", limitUsd: 100 });
      const [one, byHand] = [await running(), await running()];
      await dataOf(api.post("/runs/pause", { runId: byHand.id }));
      await spend(one, 10);
      expect(await dataOf(api.put(`/budgets/${id}`, { limitUsd: 10 }))).toMatchObject({ state: "reached" });
      await becomes(one.id, "paused");
      expect(await showRun(one.id)).toMatchObject({ pauseReason: "budget" });
      const refused = await api.post("/runs/resume", { runId: byHand.id });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
      expect(refused.body.error.message).toContain(id);
      expect(await startRun(api, { workflowId })).toMatchObject({ waiting: { reason: "budget" } });
      expect(await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] })).toBeNull();
      await dataOf(api.put(`/budgets/${id}`, { limitUsd: 20 }));
      await becomes(one.id, "running");
    });

    it("cancels what runs when it makes `cancel` the action, too", async () => {
      const id = await create({ limitUsd: 100 });
      const one = await running();
      await spend(one, 10);
      await dataOf(api.put(`/budgets/${id}`, { limitUsd: 5, action: "cancel" }));
      await becomes(one.id, "cancelled");
      expect(await showRun(one.id)).toMatchObject({ failureReason: "budget" });
    });

    it("does not stop runs when the budget only notifies", async () => {
      const id = await create({ limitUsd: 100 });
      const one = await running();
      await spend(one, 10);
      await dataOf(api.put(`/budgets/${id}`, { limitUsd: 5 }));
      expect(await show(id)).toMatchObject({ state: "reached" });
      expect(await startRun(api, { workflowId })).toMatchObject({ waiting: null });
      expect(await showRun(one.id)).toMatchObject({ status: "running" });
    });
  });

  it("another action of a budget that is reached already holds from the next record on", async () => {
    const id = await create();
    const one = await running();
    await spend(one, 10);
    await dataOf(api.put(`/budgets/${id}`, { action: "pause", limitUsd: 9 }));
    expect(await startRun(api, { workflowId })).toMatchObject({ waiting: null });
    await spend(one, 0.01);
    expect(await showRun(one.id)).toMatchObject({ status: "paused", pauseReason: "budget" });
  });

  it.each([
    { limitUsd: 100, fraction: 0.55, spent: 55 },
    { limitUsd: 100, fraction: 0.07, spent: 7 },
    { limitUsd: 3, fraction: 0.7, spent: 2.1 },
  ])("warns at exactly $fraction of $limitUsd", async ({ limitUsd, fraction, spent }) => {
    const id = await create({ limitUsd, warnAt: [fraction] });
    await spend(await running(), spent);
    expect(await show(id)).toMatchObject({ state: "warning", spentUsd: spent });
    expect(await eventsOf("budget.warning")).toMatchObject([{ data: { fraction } }]);
  });

  it("another time zone leaves what a total has spent, and begins a new period of a day", async () => {
    const [total, day] = [await create(), await create({ period: "day" })];
    await spend(await running(), 4);
    const before = await show(total);
    const zone = { timezone: "Asia/Tokyo" };
    expect(await dataOf(api.put(`/budgets/${total}`, zone))).toEqual({
      ...before,
      ...zone,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await dataOf(api.put(`/budgets/${day}`, zone))).toMatchObject({ spentUsd: 0 });
  });

  it("the cost that a runner reports with its progress counts, and no dollar of it twice", async () => {
    const id = await create({ action: "pause" });
    const one = await running();
    const report = (costUsd: number) => job.call("run.updateProgress", { runId: one.id, progress: { costUsd } });
    const spent = async () => [(await show(id)).spentUsd, (await showRun(one.id)).costUsd];
    await report(3);
    await report(2);
    expect(await spent()).toEqual([3, 3]);
    await spend(one, 4);
    expect(await spent()).toEqual([4, 4]);
    await spend(one, 1.5);
    await report(5.5);
    expect(await spent()).toEqual([5.5, 5.5]);
    expect(await report(10)).toMatchObject({ status: "paused", pauseReason: "budget" });
  });

  it("nobody resumes a run in a reached budget, neither a person who has paused it nor its runner", async () => {
    const id = await create({ action: "pause" });
    const [one, byHand] = [await running(), await running()];
    await dataOf(api.post("/runs/pause", { runId: byHand.id }));
    await spend(one, 10);
    const refused = await api.post("/runs/resume", { runId: byHand.id });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
    expect(refused.body.error.message).toContain(id);
    const reported = await job.call("run.updateStatus", { runId: one.id, status: "running" });
    expect(reported).toMatchObject({ status: "paused", pauseReason: "budget" });
    await dataOf(api.put(`/budgets/${id}`, { limitUsd: 20 }));
    await becomes(one.id, "running");
    expect(await dataOf(api.post("/runs/resume", { runId: byHand.id }))).toMatchObject({ status: "running" });
  });

  it("the action `cancel` cancels running runs and none that somebody has paused, and what starts then waits", async () => {
    await create({ action: "cancel" });
    const [one, two, byHand] = [await running(), await running(), await running()];
    await dataOf(api.post("/runs/pause", { runId: byHand.id }));
    await spend(one, 10);
    expect(await showRun(one.id)).toMatchObject({ status: "cancelled", failureReason: "budget" });
    await becomes(two.id, "cancelled");
    expect(await showRun(byHand.id)).toMatchObject({ status: "paused", pauseReason: null });
    expect(await startRun(api, { workflowId })).toMatchObject({ waiting: { reason: "budget" } });
  });
});
