import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { changeRunStatus } from "../../convex/runs/statusChange";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

const someTask = {
  title: "Upgrade packages",
  prompt: "Upgrade what is behind.",
  frequency: "daily",
  timezone: "UTC",
  scheduledHour: 9,
  scheduledMinute: 0,
};

describeEverywhere((deployment) => {
  const { project, api, stranger } = projectForEach(deployment);
  let targetWorkflowId: string;
  beforeEach(async () => {
    targetWorkflowId = await createWorkflow(api);
  });

  const create = async (changes: object = {}): Promise<string> =>
    (await dataOf(api.post("/recurring-tasks", { ...someTask, targetWorkflowId, ...changes }))).id;
  const show = (id: string) => dataOf(api.get(`/recurring-tasks/${id}`));

  /** The time of day of an hour ago in UTC. It comes again in 23 hours. */
  function anHourAgo() {
    const then = new Date(Date.now() - hourMs);
    const nextRunAt = new Date(Math.floor((then.getTime() + dayMs) / 60_000) * 60_000).toISOString();
    return { time: { scheduledHour: then.getUTCHours(), scheduledMinute: then.getUTCMinutes() }, nextRunAt };
  }

  describe("POST /api/v1/recurring-tasks", () => {
    it("201 with the task, active and with the time of its first run", async () => {
      const { time, nextRunAt } = anHourAgo();
      const task = { ...someTask, ...time, title: " Upgrade packages ", description: "Weekdays.", targetWorkflowId };
      const { status, body } = await api.post("/recurring-tasks", task);
      expect(status).toBe(201);
      expect(body.data).toEqual({
        ...task,
        title: "Upgrade packages",
        id: expect.stringMatching(/^rt_/),
        _id: body.data.id,
        isActive: true,
        nextRunAt,
        nextRuns: expect.objectContaining({ 0: nextRunAt, length: 5 }),
        daysOfWeek: null,
        cron: null,
        jitterSeconds: 0,
        pauseAfterFailures: null,
        pausedReason: null,
        priority: null,
        conflictKey: null,
        onConflict: null,
        lastRunAt: null,
        lastRunId: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(await show(body.data.id)).toEqual(body.data);
    });

    it("201 in every frequency, with the first run at the next such time of the zone", async () => {
      const runs = new Set<string>();
      for (const frequency of ["daily", "every_other_day", "weekly", "biweekly", "monthly"]) {
        runs.add((await show(await create({ frequency, timezone: "Asia/Kolkata" }))).nextRunAt);
      }
      const [nextRunAt = ""] = runs;
      expect([runs.size, nextRunAt.slice(11)]).toEqual([1, "03:30:00.000Z"]);
      const aheadMs = Date.parse(nextRunAt) - Date.now();
      expect(aheadMs > 0 && aheadMs <= dayMs).toBe(true);
    });

    it("201 for a disabled workflow, which may be enabled by then; null counts as not given", async () => {
      const disabled = await createWorkflow(api, { isEnabled: false });
      const task = { ...someTask, targetWorkflowId: disabled, description: null };
      expect((await api.post("/recurring-tasks", task)).body.data).toMatchObject({ isActive: true, description: null });
    });

    it.each([
      ["title", { title: undefined }],
      ["title", { title: " " }],
      ["title", { title: "x".repeat(201) }],
      ["prompt", { prompt: undefined }],
      ["prompt", { prompt: "" }],
      ["frequency", { frequency: "hourly" }],
      ["targetWorkflowId", { targetWorkflowId: undefined }],
      ["timezone", { timezone: undefined }],
      ["timezone", { timezone: "Europe/Atlantis" }],
      ["timezone", { timezone: "+02:00" }],
      ["timezone", { timezone: "" }],
      ["jitterSeconds", { jitterSeconds: 3601 }],
      ["jitterSeconds", { jitterSeconds: 1.5 }],
      ["pauseAfterFailures", { pauseAfterFailures: 0 }],
      ["pauseAfterFailures", { pauseAfterFailures: 21 }],
      ["scheduledHour", { scheduledHour: 24 }],
      ["scheduledHour", { scheduledHour: "9" }],
      ["scheduledMinute", { scheduledMinute: -1 }],
      ["scheduledMinute", { scheduledMinute: 0.5 }],
      ["description", { description: 1 }],
      ["isActive", { isActive: false }],
      ["scheduledHour", { scheduledHour: undefined }],
      ["scheduledMinute", { scheduledMinute: undefined }],
      ["daysOfWeek", { daysOfWeek: [] }],
      ["daysOfWeek.0", { daysOfWeek: [0] }],
      ["daysOfWeek.1", { daysOfWeek: [1, 8] }],
      ["daysOfWeek", { daysOfWeek: [1, 1] }],
      ["daysOfWeek", { frequency: "weekly", daysOfWeek: [1] }],
      ["daysOfWeek", { frequency: "cron", cron: "0 9 * * *", daysOfWeek: [1] }],
      ["cron", { cron: "0 9 * * *" }],
      ["cron", { frequency: "cron" }],
      ["cron", { frequency: "cron", cron: null }],
      ["cron", { frequency: "cron", cron: "0 25 * * *" }],
      ["cron", { frequency: "cron", cron: "0 9 * * * *" }],
      ["cron", { frequency: "cron", cron: "0 0 31 2 *" }],
      ["cron", { frequency: "cron", cron: "x".repeat(201) }],
    ])("400 VALIDATION naming %s for %j", async (field, changes) => {
      const task = { ...someTask, targetWorkflowId, ...changes };
      expect(await refusalOf(api.post("/recurring-tasks", task))).toEqual([400, "VALIDATION", field]);
      expect((await api.get("/recurring-tasks")).body.data).toEqual([]);
    });

    it("201 on chosen days, and by a cron, whose times need neither hour nor minute", async () => {
      const days = await show(await create({ daysOfWeek: [5, 1] }));
      expect(days).toMatchObject({ frequency: "daily", daysOfWeek: [1, 5], cron: null, scheduledHour: 9 });
      expect(new Set(days.nextRuns.map((at: string) => new Date(at).getUTCDay()))).toEqual(new Set([1, 5]));
      const { scheduledHour: _hour, scheduledMinute: _minute, ...timeless } = someTask;
      const task = { ...timeless, targetWorkflowId, frequency: "cron", cron: " 30 4 1 * * " };
      const byCron = await dataOf(api.post("/recurring-tasks", task));
      expect(byCron).toMatchObject({
        cron: "30 4 1 * *",
        scheduledHour: null,
        scheduledMinute: null,
        daysOfWeek: null,
      });
      expect(byCron.nextRuns.every((at: string) => at.endsWith("-01T04:30:00.000Z"))).toBe(true);
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for workflows that do not exist, are in the trash, or are another project's", async () => {
      const post = (workflow: string) => api.post("/recurring-tasks", { ...someTask, targetWorkflowId: workflow });
      expect(await refusalOf(post("wf_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(post(await createWorkflow(stranger)))).toEqual([403, "FORBIDDEN"]);
      await api.delete(`/workflows/${targetWorkflowId}`);
      expect(await refusalOf(post(targetWorkflowId))).toEqual([404, "NOT_FOUND"]);
    });
  });

  describe("POST /api/v1/recurring-tasks/preview", () => {
    it("200 with the next ten times, and nothing is kept", async () => {
      const schedule = { frequency: "cron", cron: "0 9 * * mon-fri", timezone: "Europe/Berlin" };
      const { status, body } = await api.post("/recurring-tasks/preview", schedule);
      expect([status, body.data.nextRuns.length]).toEqual([200, 10]);
      expect(new Set(body.data.nextRuns).size).toBe(10);
      expect(body.data.nextRuns.every((at: string) => /T0[78]:00:00\.000Z$/.test(at))).toBe(true);
      expect((await api.get("/recurring-tasks")).body.data).toEqual([]);
    });

    it("400 VALIDATION for what no task could have", async () => {
      const preview = (changes: object) =>
        refusalOf(api.post("/recurring-tasks/preview", { frequency: "daily", timezone: "UTC", ...changes }));
      expect(await preview({})).toEqual([400, "VALIDATION", "scheduledHour"]);
      expect(await preview({ frequency: "cron", cron: "never" })).toEqual([400, "VALIDATION", "cron"]);
      expect(await preview({ title: "A" })).toEqual([400, "VALIDATION", "title"]);
    });
  });

  describe("POST /api/v1/recurring-tasks/:id/run", () => {
    it("201 with a run that starts now, also of a task that is switched off, whose times stay", async () => {
      const id = await create();
      await api.put(`/recurring-tasks/${id}/toggle`, { isActive: false });
      const before = await show(id);
      const { status, body } = await api.post(`/recurring-tasks/${id}/run`);
      expect([status, body.data.status, body.data.source]).toEqual([201, "pending", "recurring_task"]);
      expect(body.data).toMatchObject({ name: someTask.title, prompt: someTask.prompt, recurringTaskId: id });
      expect(body.data.scheduledFor).toBeNull();
      expect(await show(id)).toEqual(before);
    });

    it("200 with the run that is not over, where the task skips another one with its key", async () => {
      const id = await create({ conflictKey: "upgrade", onConflict: "skip" });
      const first = await api.post(`/recurring-tasks/${id}/run`);
      const second = await api.post(`/recurring-tasks/${id}/run`);
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(first.body.data).not.toHaveProperty("isExisting");
      expect(second.body.data).toMatchObject({ id: first.body.data.id, isExisting: true });
    });

    it("409 CONFLICT without a workflow that can run, and 404 for another project's task", async () => {
      const id = await create();
      expect(await refusalOf(stranger.post(`/recurring-tasks/${id}/run`))).toEqual([403, "FORBIDDEN"]);
      await api.delete(`/workflows/${targetWorkflowId}`);
      expect(await refusalOf(api.post(`/recurring-tasks/${id}/run`))).toEqual([409, "CONFLICT"]);
    });
  });

  describe("GET /api/v1/recurring-tasks", () => {
    it("200 with all of them, newest first, or in pages", async () => {
      const ids: string[] = [];
      for (const title of ["A", "B", "C"]) ids.unshift(await create({ title }));
      const { body } = await api.get("/recurring-tasks");
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(body).toMatchObject({ nextCursor: null, hasMore: false });
      const first = (await api.get("/recurring-tasks?limit=2")).body;
      const second = (await api.get(`/recurring-tasks?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(body.data);
      expect([first.hasMore, second.hasMore]).toEqual([true, false]);
      expect((await stranger.get("/recurring-tasks")).body.data).toEqual([]);
    });
  });

  describe("PUT /api/v1/recurring-tasks/:id", () => {
    it("200 changing only the given fields; null clears", async () => {
      const id = await create({ description: "Old." });
      const before = await show(id);
      const otherWorkflow = await createWorkflow(api);
      const change = { title: "Tidy", prompt: "Tidy up.", description: null, targetWorkflowId: otherWorkflow };
      const changed = await dataOf(api.put(`/recurring-tasks/${id}`, change));
      expect(changed).toEqual({ ...before, ...change, updatedAt: expect.stringMatching(/Z$/) });
      expect(await show(id)).toEqual(changed);
    });

    it("200 with a new next run when the schedule changes", async () => {
      const id = await create({ frequency: "monthly" });
      const { time, nextRunAt } = anHourAgo();
      const changed = await dataOf(api.put(`/recurring-tasks/${id}`, { ...time, frequency: "weekly" }));
      expect(changed).toMatchObject({ ...time, frequency: "weekly", nextRunAt });
      const elsewhere = await dataOf(api.put(`/recurring-tasks/${id}`, { timezone: "Pacific/Kiritimati" }));
      expect(elsewhere.nextRunAt).not.toBe(nextRunAt);
    });

    it("200 between a time of day, chosen days and a cron; what the new frequency does not have goes", async () => {
      const id = await create({ daysOfWeek: [1, 3] });
      const put = (changes: object) => dataOf(api.put(`/recurring-tasks/${id}`, changes));
      expect(await put({ scheduledHour: 10 })).toMatchObject({ scheduledHour: 10, daysOfWeek: [1, 3] });
      expect(await put({ daysOfWeek: null })).toMatchObject({ daysOfWeek: null, scheduledHour: 10 });
      await put({ daysOfWeek: [2] });
      expect(await put({ frequency: "weekly" })).toMatchObject({ daysOfWeek: null, scheduledHour: 10 });
      const byCron = await put({ frequency: "cron", cron: "0 0 1 1 *" });
      expect(byCron).toMatchObject({ cron: "0 0 1 1 *", scheduledHour: null });
      expect(byCron.nextRunAt).toMatch(/-01-01T00:00/);
      expect(await put({ frequency: "cron" })).toEqual({ ...byCron, updatedAt: expect.any(String) });
      const refused = api.put(`/recurring-tasks/${id}`, { frequency: "daily" });
      expect(await refusalOf(refused)).toEqual([400, "VALIDATION", "scheduledHour"]);
      expect(await show(id)).toMatchObject({ frequency: "cron" });
      const daily = await put({ frequency: "daily", scheduledHour: 1, scheduledMinute: 2 });
      expect(daily).toMatchObject({ cron: null, scheduledHour: 1, scheduledMinute: 2, daysOfWeek: null });
    });

    it.each([
      ["title", { title: null }],
      ["daysOfWeek", { frequency: "monthly", daysOfWeek: [1] }],
      ["cron", { cron: "0 9 * * *" }],
      ["cron", { frequency: "cron" }],
      ["frequency", { frequency: "yearly" }],
      ["timezone", { timezone: "Mars/Base" }],
      ["scheduledHour", { scheduledHour: null }],
      ["isActive", { isActive: true }],
      ["nextRunAt", { nextRunAt: "2030-01-01T00:00:00.000Z" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      const id = await create();
      const before = await show(id);
      expect(await refusalOf(api.put(`/recurring-tasks/${id}`, body))).toEqual([400, "VALIDATION", field]);
      expect(await show(id)).toEqual(before);
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for a workflow that it may not use", async () => {
      const id = await create();
      const put = (workflow: string) => api.put(`/recurring-tasks/${id}`, { targetWorkflowId: workflow });
      expect(await refusalOf(put("wf_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(put(await createWorkflow(stranger)))).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("PUT /api/v1/recurring-tasks/:id/toggle", () => {
    const toggle = async (id: string, body?: object) => await dataOf(api.put(`/recurring-tasks/${id}/toggle`, body));

    it("200 switching it, or setting it as requested; without a next run while inactive", async () => {
      const id = await create();
      const before = await show(id);
      const off = { ...before, isActive: false, nextRunAt: null, nextRuns: [], updatedAt: expect.stringMatching(/Z$/) };
      expect(await toggle(id)).toEqual(off);
      expect(await toggle(id, { isActive: false })).toEqual(off);
      const on = { ...before, updatedAt: expect.stringMatching(/Z$/) };
      expect(await toggle(id)).toEqual(on);
      expect(await toggle(id, { isActive: true })).toEqual(on);
      expect(await show(id)).toEqual(on);
    });

    it("200 with the next run of a schedule that changed meanwhile", async () => {
      const id = await create();
      await toggle(id);
      const { time, nextRunAt } = anHourAgo();
      expect(await dataOf(api.put(`/recurring-tasks/${id}`, time))).toMatchObject({ ...time, nextRunAt: null });
      expect((await toggle(id)).nextRunAt).toBe(nextRunAt);
    });

    it("400 VALIDATION for a value that is not a boolean", async () => {
      const id = await create();
      const refused = api.put(`/recurring-tasks/${id}/toggle`, { isActive: "yes" });
      expect(await refusalOf(refused)).toEqual([400, "VALIDATION", "isActive"]);
    });

    it("409 CONFLICT when its workflow was deleted", async () => {
      const id = await create();
      await toggle(id);
      await api.delete(`/workflows/${targetWorkflowId}`);
      expect(await refusalOf(api.put(`/recurring-tasks/${id}/toggle`))).toEqual([409, "CONFLICT"]);
      await dataOf(api.put(`/recurring-tasks/${id}`, { targetWorkflowId: await createWorkflow(api) }));
      expect((await toggle(id)).isActive).toBe(true);
    });
  });

  describe("DELETE /api/v1/recurring-tasks/:id", () => {
    it("200 for good", async () => {
      const id = await create();
      expect((await api.delete(`/recurring-tasks/${id}`)).body.data).toEqual({ id, _id: id, deleted: true });
      expect(await refusalOf(api.get(`/recurring-tasks/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.delete(`/recurring-tasks/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/recurring-tasks")).body.data).toEqual([]);
    });
  });

  const calls: [string, (api: Client, id: string) => ReturnType<Client["get"]>][] = [
    ["GET", (api, id) => api.get(`/recurring-tasks/${id}`)],
    ["PUT", (api, id) => api.put(`/recurring-tasks/${id}`)],
    ["PUT toggle", (api, id) => api.put(`/recurring-tasks/${id}/toggle`)],
    ["DELETE", (api, id) => api.delete(`/recurring-tasks/${id}`)],
  ];

  it.each(calls)(
    "%s: 403 FORBIDDEN for another project's, which stays; 404 NOT_FOUND for an unknown id",
    async (_, call) => {
      const id = await create();
      const before = await show(id);
      expect(await refusalOf(call(stranger, id))).toEqual([403, "FORBIDDEN"]);
      expect(await show(id)).toEqual(before);
      for (const none of ["rt_", "rt_x", targetWorkflowId, "x"]) {
        expect(await refusalOf(call(api, none))).toEqual([404, "NOT_FOUND"]);
      }
    },
  );

  it("403 SCOPE_DENIED without the scope, before anything else is checked", async () => {
    const key = (scope: string) => createKey(deployment, project.projectId, [scope]);
    const reader = client(deployment, (await key("recurring-tasks:read")).apiKey);
    const other = client(deployment, (await key("runs:write")).apiKey);
    expect((await reader.get("/recurring-tasks")).status).toBe(200);
    for (const [, call] of calls.slice(1)) expect(await refusalOf(call(reader, "x"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(reader.post("/recurring-tasks"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(other.get("/recurring-tasks"))).toEqual([403, "SCOPE_DENIED"]);
  });
});

describe("a recurring task that becomes due", () => {
  const deployment = inProcess();
  let project: Awaited<ReturnType<typeof createProject>>;
  let api: Client;
  let targetWorkflowId: string;
  beforeEach(async () => {
    moveTo("2026-01-30T08:00:00Z");
    project = await createProject(deployment);
    api = client(deployment, project.apiKey);
    targetWorkflowId = await createWorkflow(api);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function moveTo(time: string): void {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(time) });
  }

  const create = async (changes: object = {}): Promise<string> =>
    (await dataOf(api.post("/recurring-tasks", { ...someTask, targetWorkflowId, ...changes }))).id;
  const show = (id: string) => dataOf(api.get(`/recurring-tasks/${id}`));
  const fire = () => deployment.mutation(internal.recurringTasks.scheduled.fire, {});
  const nextRunOf = async (id: string) => (await show(id)).nextRunAt;

  async function runsOf(id: string) {
    const runs = (await deployment.run((ctx) => ctx.db.query("runs").take(1000))) ?? [];
    return runs.filter(({ recurringTaskId }) => `rt_${recurringTaskId}` === id);
  }

  /** Waits for notifications of the project's only member, which a later transaction writes, and returns them. */
  async function news() {
    const list = async () => (await api.get("/notifications")).body.data;
    await expect.poll(list, { interval: 5 }).not.toEqual([]);
    return await list();
  }

  it("becomes a pending run for that instant, which waits for the runner", async () => {
    const id = await create({ timezone: "Europe/Berlin", frequency: "weekly" });
    expect(await nextRunOf(id)).toBe("2026-01-31T08:00:00.000Z");
    moveTo("2026-01-31T08:00:00.250Z");
    await fire();
    const [run] = await runsOf(id);
    expect(run).toMatchObject({
      name: "Upgrade packages",
      prompt: "Upgrade what is behind.",
      status: "pending",
      source: "recurring_task",
      runNumber: 1,
      scheduledForMs: Date.parse("2026-01-31T08:00:00Z"),
      timezone: "Europe/Berlin",
      recurrencePattern: "weekly",
      createdBy: project.userId.slice("user_".length),
    });
    expect(await show(id)).toMatchObject({
      nextRunAt: "2026-02-07T08:00:00.000Z",
      lastRunAt: "2026-01-31T08:00:00.250Z",
      lastRunId: `r_${run?._id}`,
    });
    const jobs = (await deployment.documents())["jobs"];
    expect(jobs).toContainEqual(
      expect.objectContaining({ kind: "run.execute", subjectId: run?._id, status: "queued" }),
    );
    expect((await dataOf(api.get("/project/counters"))).totalRuns).toBe(1);
  });

  it("does not run before its time, while inactive, or after it is deleted", async () => {
    const early = await create({ scheduledMinute: 1 });
    const inactive = await create();
    await api.put(`/recurring-tasks/${inactive}/toggle`);
    const deleted = await create();
    await api.delete(`/recurring-tasks/${deleted}`);
    moveTo("2026-01-30T09:00:00Z");
    await fire();
    for (const id of [early, inactive, deleted]) expect(await runsOf(id)).toEqual([]);
  });

  it("runs once for an instant, however often and by whichever trigger it is checked", async () => {
    const id = await create();
    moveTo("2026-01-30T08:59:59.500Z");
    await Promise.all([fire(), fire(), fire()]);
    // As on another machine, whose clock is behind.
    moveTo("2026-01-30T08:59:58Z");
    await api.put(`/recurring-tasks/${id}/toggle`);
    await api.put(`/recurring-tasks/${id}/toggle`);
    moveTo("2026-01-30T09:00:00Z");
    await fire();
    expect(await runsOf(id)).toHaveLength(1);
    expect(await nextRunOf(id)).toBe("2026-01-31T09:00:00.000Z");
  });

  it("runs once after a downtime and continues with the next time in the future", async () => {
    const id = await create({ frequency: "every_other_day" });
    moveTo("2026-02-06T12:00:00Z");
    await fire();
    const runs = await runsOf(id);
    expect(runs.map(({ scheduledForMs }) => scheduledForMs)).toEqual([Date.parse("2026-01-30T09:00:00Z")]);
    expect(await show(id)).toMatchObject({
      lastRunAt: "2026-02-06T12:00:00.000Z",
      nextRunAt: "2026-02-07T09:00:00.000Z",
    });
  });

  it("keeps the first day of its schedule when it is switched off and on, or gets the same schedule again", async () => {
    const id = await create({ frequency: "monthly", scheduledHour: 7 });
    expect(await nextRunOf(id)).toBe("2026-01-31T07:00:00.000Z");
    moveTo("2026-02-03T00:00:00Z");
    await fire();
    expect(await nextRunOf(id)).toBe("2026-02-28T07:00:00.000Z");
    moveTo("2026-03-05T00:00:00Z");
    await api.put(`/recurring-tasks/${id}/toggle`);
    await api.put(`/recurring-tasks/${id}/toggle`);
    expect(await nextRunOf(id)).toBe("2026-03-31T07:00:00.000Z");
    await api.put(`/recurring-tasks/${id}`, {
      title: "Other",
      frequency: "monthly",
      timezone: "UTC",
      scheduledHour: 7,
    });
    expect(await nextRunOf(id)).toBe("2026-03-31T07:00:00.000Z");
    await api.put(`/recurring-tasks/${id}`, { scheduledHour: 8 });
    expect(await nextRunOf(id)).toBe("2026-03-05T08:00:00.000Z");
  });

  it.each(["in the trash", "purged"])(
    "is switched off when its workflow is %s, of which its project learns",
    async (where) => {
      const id = await create();
      await api.delete(`/workflows/${targetWorkflowId}`);
      if (where === "purged") {
        await deployment.run(async (ctx) => {
          const workflow = await ctx.db.query("workflows").order("desc").first();
          if (workflow !== null) await ctx.db.delete("workflows", workflow._id);
        });
      }
      moveTo("2026-01-30T09:00:00Z");
      await fire();
      expect(await show(id)).toMatchObject({ isActive: false, nextRunAt: null, lastRunId: null });
      expect(await show(id)).toMatchObject({ pausedReason: "workflow_gone" });
      expect(await news()).toMatchObject([
        { type: "run_failed", title: "Upgrade packages could not run.", body: expect.stringContaining("switched off") },
      ]);
      expect(await runsOf(id)).toEqual([]);
      expect((await api.get("/audit-log?limit=1")).body.data).toMatchObject([
        { actor: { type: "system" }, action: "recurring-tasks.switch-off", subject: { type: "recurringTask", id } },
      ]);
    },
  );

  it("fires as much later as the shown times say, within its jitter, and the run is meant for that time", async () => {
    const id = await create({ jitterSeconds: 3600 });
    const { nextRuns } = await show(id);
    const dues = ["2026-01-30", "2026-01-31", "2026-02-01"].map((day) => Date.parse(`${day}T09:00:00Z`));
    const shown = nextRuns.slice(0, 3).map((text: string) => Date.parse(text));
    const delays = shown.map((atMs: number, index: number) => atMs - dues[index]!);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(hourMs);
    expect(new Set(delays).size).toBe(3);
    for (const [index, atMs] of shown.entries()) {
      moveTo(new Date(atMs - 2000).toISOString());
      await fire();
      expect(await runsOf(id)).toHaveLength(index);
      moveTo(new Date(atMs).toISOString());
      await fire();
      expect(await nextRunOf(id)).toBe(nextRuns[index + 1]);
    }
    const runs = await runsOf(id);
    expect(runs.map(({ scheduledForMs }) => scheduledForMs)).toEqual(shown);
    await api.put(`/recurring-tasks/${id}`, { jitterSeconds: null });
    expect(await nextRunOf(id)).toBe("2026-02-02T09:00:00.000Z");
  });

  describe("with pauseAfterFailures", () => {
    const endRun = async (id: string, status: string) => {
      const run = await dataOf(api.post(`/recurring-tasks/${id}/run`));
      await deployment.run(async (ctx) => {
        const found = await ctx.db.get("runs", run.id.slice("r_".length) as never);
        await changeRunStatus(ctx, found!, status as "failed", { error: "No disk." });
      });
    };

    it("is switched off after that many failed runs in a row, of which its project learns", async () => {
      const id = await create({ pauseAfterFailures: 2 });
      await endRun(id, "failed");
      await endRun(id, "completed");
      await endRun(id, "failed");
      await endRun(id, "cancelled");
      expect(await show(id)).toMatchObject({ isActive: true, pausedReason: null, pauseAfterFailures: 2 });
      await endRun(id, "failed");
      expect(await show(id)).toMatchObject({
        isActive: false,
        pausedReason: "failures",
        nextRunAt: null,
        nextRuns: [],
      });
      const found = async () =>
        (await api.get("/notifications")).body.data.map(({ title }: { title: string }) => title);
      await expect.poll(found, { interval: 5 }).toContain("Upgrade packages was switched off.");
      const items: { kind: string }[] = await dataOf(api.get("/inbox"));
      expect(items.filter(({ kind }) => kind === "task_paused")).toMatchObject([
        {
          title: "Upgrade packages",
          reason: expect.stringContaining("2 times"),
          subject: { type: "recurringTask", id },
        },
      ]);
      const entries = await dataOf(api.get("/audit-log?action=recurring-tasks.switch-off"));
      expect(entries).toMatchObject([
        {
          actor: { type: "system" },
          subject: { type: "recurringTask", id },
          changes: { isActive: { from: true, to: false }, reason: { to: "failures" } },
        },
      ]);
    });

    it("counts from none when it is switched on again, and leaves the inbox", async () => {
      const id = await create({ pauseAfterFailures: 1 });
      await endRun(id, "failed");
      await dataOf(api.put(`/recurring-tasks/${id}`, { pauseAfterFailures: 2 }));
      expect(await dataOf(api.put(`/recurring-tasks/${id}/toggle`))).toMatchObject({
        isActive: true,
        pausedReason: null,
      });
      const kinds = async () => (await dataOf(api.get("/inbox"))).map(({ kind }: { kind: string }) => kind);
      expect(await kinds()).not.toContain("task_paused");
      await endRun(id, "failed");
      expect(await show(id)).toMatchObject({ isActive: true });
      await endRun(id, "failed");
      expect(await kinds()).toContain("task_paused");
      await dataOf(api.delete(`/recurring-tasks/${id}`));
      expect(await kinds()).not.toContain("task_paused");
    });

    it("without a limit it stays on, and failures before the limit was set do not count", async () => {
      const id = await create();
      await endRun(id, "failed");
      await endRun(id, "failed");
      await dataOf(api.put(`/recurring-tasks/${id}`, { pauseAfterFailures: 2 }));
      await endRun(id, "failed");
      expect(await show(id)).toMatchObject({ isActive: true });
      await dataOf(api.put(`/recurring-tasks/${id}`, { pauseAfterFailures: null }));
      await endRun(id, "failed");
      expect(await show(id)).toMatchObject({ isActive: true, pauseAfterFailures: null });
    });
  });

  it("does not run a disabled workflow, notifies the project, and tries again next time", async () => {
    const id = await create();
    await api.put(`/workflows/${targetWorkflowId}`, { isEnabled: false });
    moveTo("2026-01-30T09:00:00Z");
    await fire();
    expect(await news()).toMatchObject([{ type: "run_failed", body: expect.stringContaining("disabled") }]);
    expect(await show(id)).toMatchObject({ isActive: true, nextRunAt: "2026-01-31T09:00:00.000Z", lastRunAt: null });
    await api.put(`/workflows/${targetWorkflowId}`, { isEnabled: true });
    moveTo("2026-01-31T09:00:00Z");
    await fire();
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("tells people once a day that a workflow is disabled, however often the task is due", async () => {
    await create({ frequency: "cron", cron: "* * * * *", scheduledHour: undefined, scheduledMinute: undefined });
    await api.put(`/workflows/${targetWorkflowId}`, { isEnabled: false });
    for (const minute of ["10", "11", "12"]) {
      moveTo(`2026-01-30T09:${minute}:00Z`);
      await fire();
    }
    expect(await news()).toHaveLength(1);
    moveTo("2026-01-31T09:10:00Z");
    await fire();
    expect(await news()).toHaveLength(2);
  });

  it("does not run in a project that is being deleted", async () => {
    const id = await create();
    moveTo("2026-01-30T09:00:00Z");
    await deployment.run(async (ctx) => {
      const project = await ctx.db.query("projects").order("desc").first();
      if (project !== null) await ctx.db.patch("projects", project._id, { deletingAtMs: Date.now() });
    });
    await fire();
    expect(await runsOf(id)).toEqual([]);
  });

  it("is started together with all tasks that are due at the same time", async () => {
    const wakes = async () => {
      const jobs = await deployment.run((ctx) => ctx.db.system.query("_scheduled_functions").take(1000));
      return jobs.filter(({ scheduledTime }) => scheduledTime === Date.parse("2026-01-30T10:30:00Z")).length;
    };
    await create({ scheduledHour: 10, scheduledMinute: 30 });
    expect(await wakes()).toBe(1);
    await create({ scheduledHour: 16, timezone: "Asia/Kolkata" });
    await create({ scheduledHour: 10, scheduledMinute: 30, frequency: "monthly" });
    expect(await wakes()).toBe(1);
  });

  it("shares a transaction with other tasks only as far as their size allows", async () => {
    const prompt = "€".repeat(50_000);
    const ids = await Promise.all(Array.from({ length: 12 }, () => create({ prompt })));
    moveTo("2026-01-30T09:00:00Z");
    await fire();
    const fired = async () =>
      (await deployment.run((ctx) => ctx.db.query("runs").take(1000))).filter((run) => run.prompt === prompt).length;
    const first = await fired();
    expect(first > 0 && first < ids.length).toBe(true);
    await expect.poll(fired, { interval: 10, timeout: 5000 }).toBe(ids.length);
  });
});
