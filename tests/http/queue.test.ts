// Limits on how many are active at once, priorities, conflict keys, and the queue of the runs that wait.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import { claimOf } from "../support/jobClaims";

describeEverywhere((deployment) => {
  const { project, api, stranger } = projectForEach(deployment);
  const job = runner(deployment);

  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
  });

  const start = async (fields: object = {}): Promise<{ id: string; waiting: unknown }> =>
    await dataOf(api.post("/runs/start", { workflowId, prompt: "Build", ...fields }));
  const show = (id: string) => dataOf(api.get(`/runs/get?id=${id}`));
  const cancel = (runId: string) => dataOf(api.post("/runs/cancel", { runId }));
  const limit = (concurrencyLimit: number | null) => dataOf(api.put(`/workflows/${workflowId}`, { concurrencyLimit }));

  /** The run that a runner gets next, or null. */
  const claim = async (runnerId = "one"): Promise<string | null> =>
    ((await claimOf(project, job, { runnerId, kinds: ["run.execute"] })) as { runId: string } | null)?.runId ?? null;

  describe("a workflow with a limit", () => {
    it("has as many runs claimed as it allows, and the next one goes when one is over", async () => {
      await limit(2);
      const ids = [await start(), await start(), await start(), await start()].map(({ id }) => id);
      expect((await show(ids[2]!)).waiting).toMatchObject({ reason: "concurrency", position: 1 });
      expect((await show(ids[3]!)).waiting).toMatchObject({ reason: "concurrency", position: 2 });
      expect([await claim(), await claim(), await claim()]).toEqual([ids[0], ids[1], null]);
      await cancel(ids[0]!);
      expect((await show(ids[2]!)).waiting).toBeNull();
      expect([await claim(), await claim()]).toEqual([ids[2], null]);
    });

    it("counts the runs that were there before it", async () => {
      const ids = [await start(), await start(), await start()].map(({ id }) => id);
      expect(await claim()).toBe(ids[0]);
      await limit(1);
      expect(await claim()).toBeNull();
      expect(await claim()).toBeNull();
      await cancel(ids[0]!);
      expect([await claim(), await claim()]).toEqual([ids[1], null]);
      await limit(null);
      expect(await claim()).toBe(ids[2]);
    });

    it("counts many runs and lets many in when it is removed", async () => {
      const many = 45;
      const ids = await Promise.all(Array.from({ length: many }, async () => (await start()).id));
      await limit(1);
      const held = async (): Promise<number> => (await api.get("/queue?limit=1")).body.counts.concurrency;
      await vi.waitUntil(async () => (await held()) >= many - 1, { timeout: 20_000 });
      // Nobody gets in until all runs are counted: those that run, too, after those that wait.
      const first = await vi.waitUntil(claim, { timeout: 20_000 });
      expect(ids).toContain(first);
      expect(await claim()).toBeNull();
      await limit(null);
      await vi.waitUntil(async () => (await held()) === 0, { timeout: 20_000 });
      const claimed = [first];
      for (let next = await claim(); next !== null; next = await claim()) claimed.push(next);
      expect([claimed.length, new Set(claimed)]).toEqual([many, new Set(ids)]);
    }, 60_000);

    it("lets more in when it is raised, and has room again for a run whose runner is lost before it begins", async () => {
      await limit(1);
      const ids = [await start(), await start()].map(({ id }) => id);
      expect([await claim(), await claim()]).toEqual([ids[0], null]);
      await limit(2);
      expect(await claim()).toBe(ids[1]);
    });
  });

  describe("a project with a limit", () => {
    it("has as many runs of all its workflows", async () => {
      const other = await createWorkflow(api);
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 2 }));
      const ids = [await start(), await start({ workflowId: other }), await start()].map(({ id }) => id);
      expect((await show(ids[2]!)).waiting).toMatchObject({ reason: "concurrency", position: 1 });
      expect([await claim(), await claim(), await claim()]).toEqual([ids[0], ids[1], null]);
      await cancel(ids[1]!);
      expect(await claim()).toBe(ids[2]);
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: null }));
      const free = (await start()).id;
      expect(await claim()).toBe(free);
    });

    it("leaves no workflow idle because the project held one of its runs", async () => {
      const other = await createWorkflow(api);
      await limit(1);
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 2 }));
      const first = (await start()).id;
      const [second, third] = [(await start()).id, (await start({ workflowId: other })).id];
      expect([await claim(), await claim(), await claim()]).toEqual([first, third, null]);
      await cancel(first);
      expect([await claim(), await claim()]).toEqual([second, null]);
    });
  });

  describe("a run that nobody has claimed takes no room", () => {
    const complete = async (runId: string) => {
      await job.call("run.updateStatus", { runId, status: "running" });
      await job.call("run.updateStatus", { runId, status: "completed" });
    };
    const claimRound = async (): Promise<string | null> =>
      ((await claimOf(project, job, { runnerId: "two", kinds: ["run.continue"] })) as { runId: string } | null)
        ?.runId ?? null;

    it("when its work is a round, which only some runners take", async () => {
      await limit(1);
      const first = (await start()).id;
      expect(await claim()).toBe(first);
      await complete(first);
      await dataOf(api.post("/runs/continue", { runId: first, prompt: "Once more" }));
      const second = (await start()).id;
      expect((await show(second)).waiting?.reason).not.toBe("concurrency");
      expect([await claim(), await claimRound()]).toEqual([second, null]);
      expect((await show(first)).waiting).toMatchObject({ reason: "concurrency" });
      await complete(second);
      expect(await claimRound()).toBe(first);
      const third = (await start()).id;
      expect(await claim()).toBeNull();
      await complete(first);
      expect(await claim()).toBe(third);
    });

    it("when its job has failed before it began, and waits for the next try", async () => {
      await limit(1);
      const first = (await start()).id;
      const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
      const second = (await start()).id;
      await job.call("job.fail", { jobId: claimed.id, runnerId: "one", error: "Broken.", retryable: true });
      expect((await show(first)).waiting).toMatchObject({ reason: "retry" });
      expect([await claim(), await claim()]).toEqual([second, null]);
    });
  });

  it("a claim finds what it may have behind many runs that it may not have", async () => {
    await limit(1);
    const other = await createWorkflow(api);
    for (let started = 0; started < 24; started++) await start({ priority: 1 });
    const free = (await start({ workflowId: other })).id;
    expect(await claim()).not.toBeNull();
    expect([await claim(), await claim()]).toEqual([free, null]);
  });

  describe("priority", () => {
    it("decides which run goes first, and a minute of waiting weighs as much as a point", async () => {
      const ids = [await start(), await start({ priority: -100 }), await start({ priority: 100 }), await start()];
      const [usual, low, high, later] = ids.map(({ id }) => id);
      expect([await claim(), await claim(), await claim(), await claim()]).toEqual([high, usual, later, low]);
    });

    it("is that of the workflow where the run has none", async () => {
      await dataOf(api.put(`/workflows/${workflowId}`, { priority: 5 }));
      const other = await createWorkflow(api);
      const usual = (await start({ workflowId: other })).id;
      const first = await start();
      expect(first).toMatchObject({ priority: 5 });
      expect([await claim(), await claim()]).toEqual([first.id, usual]);
    });

    it("lets a run go before those that are ready, when there is room again", async () => {
      await limit(1);
      const running = (await start()).id;
      expect(await claim()).toBe(running);
      const [usual, high] = [(await start()).id, (await start({ priority: 10 })).id];
      await cancel(running);
      expect([await claim(), await claim()]).toEqual([high, null]);
      await cancel(high);
      expect(await claim()).toBe(usual);
    });

    it("decides among all that a limit concerns, whichever came first", async () => {
      await limit(1);
      const [low, usual] = [await start({ priority: -100 }), await start()].map(({ id }) => id);
      expect([await claim(), await claim()]).toEqual([usual, null]);
      await cancel(usual!);
      expect(await claim()).toBe(low);
    });

    it("decides which ones a limit of two lets go", async () => {
      await limit(2);
      const priorities = [-50, -40, -30, -20, 0];
      const ids: string[] = [];
      for (const priority of priorities) ids.push((await start({ priority })).id);
      expect([await claim(), await claim(), await claim()]).toEqual([ids[4], ids[3], null]);
      await cancel(ids[4]!);
      expect([await claim(), await claim()]).toEqual([ids[2], null]);
    });

    it("decides behind many runs with a raised priority, and with the default of a workflow", async () => {
      await limit(1);
      await dataOf(api.put(`/workflows/${workflowId}`, { priority: 1 }));
      for (let started = 0; started < 22; started++) await start();
      const high = (await start({ priority: 100 })).id;
      expect([await claim(), await claim()]).toEqual([high, null]);
    });

    it("decides among the runs of one conflict key, and of a project with a limit", async () => {
      const conflictKey = "deploy";
      const keyed = [await start({ conflictKey, priority: -1 }), await start({ conflictKey })].map(({ id }) => id);
      expect([await claim(), await claim()]).toEqual([keyed[1], null]);
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 2 }));
      const other = await createWorkflow(api);
      const [low, usual] = [await start({ priority: -2 }), await start({ workflowId: other })].map(({ id }) => id);
      expect([await claim(), await claim()]).toEqual([usual, null]);
      await cancel(keyed[1]!);
      expect([await claim(), await claim()]).toEqual([keyed[0], null]);
      await cancel(usual!);
      expect(await claim()).toBe(low);
    });

    it("frees the room that a run has given way at, for others of the limit that it leaves", async () => {
      const other = await createWorkflow(api);
      await limit(1);
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 1 }));
      const [low, lower] = [await start({ priority: -1 }), await start({ priority: -2 })].map(({ id }) => id);
      const usual = (await start({ workflowId: other })).id;
      expect([await claim(), await claim()]).toEqual([usual, null]);
      await cancel(usual);
      expect([await claim(), await claim()]).toEqual([low, null]);
      await cancel(low!);
      expect(await claim()).toBe(lower);
    });

    it("400 VALIDATION beyond its bounds", async () => {
      const body = { workflowId, prompt: "Build" };
      for (const priority of [-101, 101, 1.5]) {
        expect(await refusalOf(api.post("/runs/start", { ...body, priority }))).toEqual([
          400,
          "VALIDATION",
          "priority",
        ]);
      }
      expect(await refusalOf(api.post("/runs/start", { ...body, conflictKey: "x".repeat(201) }))).toEqual([
        400,
        "VALIDATION",
        "conflictKey",
      ]);
    });
  });

  describe("a conflict key", () => {
    const conflictKey = "deploy";

    it("has its runs run one after the other, whatever their workflow", async () => {
      const other = await createWorkflow(api);
      const ids = [await start({ conflictKey }), await start({ conflictKey, workflowId: other }), await start()];
      const [first, second, free] = ids.map(({ id }) => id);
      expect((await show(second!)).waiting).toMatchObject({ reason: "conflict", position: 1 });
      expect([await claim(), await claim(), await claim()]).toEqual([first, free, null]);
      await cancel(first!);
      expect(await claim()).toBe(second);
    });

    it("refuses, skips or cancels what is not over, as the new run says", async () => {
      const first = (await start({ conflictKey })).id;
      const body = { workflowId, prompt: "Build", conflictKey };
      const refused = await api.post("/runs/start", { ...body, onConflict: "reject" });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
      expect(refused.body.error.message).toContain(first);
      const skipped = await api.post("/runs/start", { ...body, onConflict: "skip" });
      expect(skipped).toMatchObject({ status: 200, body: { data: { id: first, isExisting: true } } });
      const next = await api.post("/runs/start", { ...body, onConflict: "cancelPrevious" });
      expect(next.status).toBe(201);
      expect((await show(first)).status).toBe("cancelled");
      expect((await show(next.body.data.id)).waiting?.reason).not.toBe("conflict");
      await cancel(next.body.data.id);
      expect((await api.post("/runs/start", { ...body, onConflict: "reject" })).status).toBe(201);
    });

    it("of a disabled workflow is refused first, whatever the new run would do", async () => {
      await start({ conflictKey });
      await dataOf(api.put(`/workflows/${workflowId}`, { isEnabled: false }));
      for (const onConflict of ["skip", "reject", "cancelPrevious"] as const) {
        const refused = await api.post("/runs/start", { workflowId, prompt: "Build", conflictKey, onConflict });
        expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
        expect(refused.body.error.message).toContain("disabled");
      }
    });

    it("stays with a run that its runner has deferred", async () => {
      const first = (await start({ conflictKey })).id;
      const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
      await job.call("run.updateStatus", { runId: first, status: "running" });
      const until = Date.now() + 60_000;
      await job.call("job.defer", { jobId: claimed.id, runnerId: "one", until, reason: "Later." });
      const second = (await start({ conflictKey })).id;
      expect(await claim()).toBeNull();
      await dataOf(api.post("/runs/resume", { runId: first }));
      expect([await claim(), await claim()]).toEqual([first, null]);
      await cancel(first);
      expect(await claim()).toBe(second);
    });
  });

  it("a run that was deferred gives its room to others, and waits for room when its time has come", async () => {
    await limit(1);
    const first = (await start()).id;
    const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
    const second = (await start()).id;
    const until = Date.now() + 60_000;
    await job.call("job.defer", { jobId: claimed.id, runnerId: "one", until, reason: "Later." });
    expect(await claim()).toBe(second);
    await dataOf(api.post("/runs/resume", { runId: first }));
    expect(await claim()).toBeNull();
    await cancel(second);
    expect(await claim()).toBe(first);
  });

  describe("the counts stay right", () => {
    const limitProject = (maxConcurrentRuns: number | null) =>
      dataOf(api.post("/project/settings/update", { maxConcurrentRuns }));

    it("when a limit is removed and set again while runs are active", async () => {
      await limit(1);
      const ids = [await start(), await start(), await start()].map(({ id }) => id);
      expect(await claim()).toBe(ids[0]);
      await limit(null);
      await limit(1);
      expect(await claim()).toBeNull();
      await cancel(ids[0]!);
      expect([await claim(), await claim()]).toEqual([ids[1], null]);
    });

    it("when a second limit comes, which does not hold a run because of its own turn", async () => {
      const keyed = (await start({ conflictKey: "deploy" })).id;
      await limit(1);
      expect((await show(keyed)).waiting).toBeNull();
      await limitProject(5);
      expect((await show(keyed)).waiting).toBeNull();
      expect(await claim()).toBe(keyed);
    });

    it("when a runner claims the job of a run that is over", async () => {
      await limit(1);
      const over = (await start({ conflictKey: "deploy" })).id;
      await job.call("run.updateStatus", { runId: over, status: "completed" });
      await claim();
      const next = (await start({ conflictKey: "deploy" })).id;
      expect((await show(next)).waiting).toBeNull();
      expect(await claim()).toBe(next);
    });

    it("when a run that its runner has deferred waits for room: it keeps its conflict key", async () => {
      const other = await createWorkflow(api);
      await limit(1);
      const first = (await start({ conflictKey: "deploy" })).id;
      const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
      await job.call("run.updateStatus", { runId: first, status: "running" });
      const until = Date.now() + 60_000;
      await job.call("job.defer", { jobId: claimed.id, runnerId: "one", until, reason: "Later." });
      const second = (await start()).id;
      expect(await claim()).toBe(second);
      const third = (await start({ conflictKey: "deploy", workflowId: other })).id;
      await dataOf(api.post("/runs/resume", { runId: first }));
      expect([await claim(), await claim()]).toEqual([null, null]);
      await cancel(second);
      expect([await claim(), await claim()]).toEqual([first, null]);
      await cancel(first);
      expect(await claim()).toBe(third);
    });

    it("when the runner reports a run as running that was over", async () => {
      await limit(1);
      const [first, second] = [await start(), await start()].map(({ id }) => id);
      expect(await claim()).toBe(first);
      await job.call("run.updateStatus", { runId: first, status: "completed" });
      await job.call("run.updateStatus", { runId: first, status: "running" });
      expect(await claim()).toBeNull();
      await cancel(first!);
      expect(await claim()).toBe(second);
    });

    it("when the runner reports a claimed run as pending", async () => {
      await limit(1);
      const [first] = [await start(), await start()].map(({ id }) => id);
      expect(await claim()).toBe(first);
      await job.call("run.updateStatus", { runId: first, status: "running" });
      await job.call("run.updateStatus", { runId: first, status: "pending" });
      expect(await claim()).toBeNull();
    });
  });

  describe("GET /api/v1/queue", () => {
    it("200 with the place among those that wait for the same limit, and with what is tried again", async () => {
      const other = await createWorkflow(api);
      await limit(1);
      await dataOf(api.put(`/workflows/${other}`, { concurrencyLimit: 1 }));
      const ofOther = { workflowId: other };
      const [first, second, third] = [await start(), await start(), await start()].map(({ id }) => id);
      const [ofOtherFirst, ofOtherSecond] = [await start(ofOther), await start(ofOther)].map(({ id }) => id);
      const claimed = await claimOf(project, job, { runnerId: "one", kinds: ["run.execute"] });
      await job.call("job.fail", { jobId: claimed.id, runnerId: "one", error: "Broken.", retryable: true });
      const { body } = await api.get("/queue");
      const waiting = Object.fromEntries(
        body.data.map((run: { runId: string; waiting: object }) => [run.runId, run.waiting]),
      );
      // Nobody is claimed, so one of each workflow can go.
      expect(waiting[first!]).toMatchObject({ reason: "retry", text: "Broken." });
      expect(waiting[second!]).toMatchObject({ reason: "runner" });
      expect(waiting[third!]).toMatchObject({ reason: "concurrency", position: 1 });
      expect(waiting[ofOtherFirst!]).toMatchObject({ reason: "runner" });
      expect(waiting[ofOtherSecond!]).toMatchObject({ reason: "concurrency", position: 1 });
      expect(body.counts).toMatchObject({ retry: 1, concurrency: 2, runner: 2 });
    });

    it("200 with the runs that wait, in the order in which they would start, and how many wait for what", async () => {
      await limit(1);
      const scheduledFor = Date.now() + 3_600_000;
      const [usual, held, high] = [await start(), await start(), await start({ priority: 3 })];
      const later = await start({ scheduledFor });
      // The first one gives way, because the last one has a higher priority.
      expect(await claim()).toBe(high.id);
      expect(await claim()).toBeNull();
      const { body } = await api.get("/queue");
      expect(body.data.map(({ runId }: { runId: string }) => runId)).toEqual([usual.id, held.id, later.id]);
      expect(body.data.at(-1)).toMatchObject({ runId: later.id, waiting: { reason: "schedule", until: scheduledFor } });
      expect(body.counts).toMatchObject({ schedule: 1, concurrency: 2 });
      const first = (await api.get("/queue?limit=1")).body;
      expect(first).toMatchObject({ hasMore: true });
      const rest = (await api.get(`/queue?limit=50&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...rest.data]).toEqual(body.data);
      expect((await stranger.get("/queue")).body.data).toEqual([]);
    });
  });
});
