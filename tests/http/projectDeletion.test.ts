// A project that was deleted by mistake: nobody can use it, its data is unchanged, and it is restored completely.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api as functions, internal } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { describeEverywhere } from "../support/deployment";
import {
  bearer,
  callbackOf,
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  deleteForGood,
  encryptionKey,
  projectForEach,
  startRun,
} from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { startReceiver } from "../support/receiver";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";
import { address, identity, refusal, signIn } from "../dashboard/people";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const { admin } = internal;

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);
  const statusOf = async (apiKey: string) =>
    (await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) })).status;

  it("says who asked and until when it can be restored, and shows both to administrators", async () => {
    const before = Date.now();
    const { restorableUntil, deletedBy } = await dataOf(api.post("/project/delete"));
    const untilMs = Date.parse(restorableUntil);
    expect(untilMs).toBeGreaterThanOrEqual(before + 7 * dayMs);
    expect(untilMs).toBeLessThanOrEqual(Date.now() + 7 * dayMs);
    expect(deletedBy).toEqual({
      type: "key",
      id: expect.stringMatching(/^key_/),
      name: `Administrator, ${project.apiKey.slice(0, 17)}`,
    });
    const { projects } = await deployment.query(admin.projects.list, {});
    expect(projects.find(({ id }) => id === project.projectId)).toMatchObject({
      status: "deleting",
      deletedAt: expect.stringMatching(/Z$/),
      restorableUntil,
      deletedBy,
    });
  });

  it("refuses all keys at once; a restored project has those that were valid, and only those", async () => {
    const reader = await createKey(deployment, project.projectId, ["project:read"]);
    const revoked = await createKey(deployment, project.projectId, ["project:read"]);
    await dataOf(api.post("/project/api-keys/revoke", { keyId: revoked.keyId }));
    await dataOf(api.post("/project/delete"));
    expect([await statusOf(project.apiKey), await statusOf(reader.apiKey)]).toEqual([401, 401]);
    await deployment.mutation(admin.projects.restore, { projectId: project.projectId });
    const all = [project.apiKey, reader.apiKey, revoked.apiKey];
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 200, 401]);
    const { projects } = await deployment.query(admin.projects.list, {});
    expect(projects.find(({ id }) => id === project.projectId)).toMatchObject({
      status: "active",
      deletedAt: null,
      deletedBy: null,
      restorableUntil: null,
    });
  });

  it("cannot be restored when it is not deleted or never existed", async () => {
    const restore = (projectId: string) => refusal(deployment.mutation(admin.projects.restore, { projectId }));
    expect(await restore(project.projectId)).toMatchObject({ code: "CONFLICT" });
    expect(await restore("proj_nothing")).toMatchObject({ code: "NOT_FOUND" });
  });

  it("keeps its slug, and another project that wants it learns why not", async () => {
    const { slug } = await dataOf(api.get("/project"));
    await dataOf(api.post("/project/delete"));
    const other = await createProject(deployment, "Other");
    const refused = await client(deployment, other.apiKey).post("/project/update", { slug });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain("is deleted and not removed yet");
  });

  it("gets no further keys while it is deleted", async () => {
    await dataOf(api.post("/project/delete"));
    const made = createKey(deployment, project.projectId, ["*"]);
    expect(await refusal(made)).toMatchObject({ code: "NOT_FOUND" });
  });

  it("cannot be restored without a time of grace", async () => {
    await deleteForGood(deployment, api);
    const restored = deployment.mutation(admin.projects.restore, { projectId: project.projectId });
    expect(["CONFLICT", "NOT_FOUND"]).toContain((await refusal(restored)).code);
  });
});

describe("while a project is deleted", () => {
  const start = Date.parse("2026-03-02T12:00:00Z");
  let deployment: InProcess;
  let projectId: string;
  let api: Client;
  let job: Runner;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    deployment = inProcess();
    const made = await createProject(deployment);
    ({ projectId } = made);
    api = client(deployment, made.apiKey);
    job = await callbackOf(deployment);
  });
  afterEach(async () => {
    await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
    vi.useRealTimers();
  });

  const restore = () => deployment.mutation(admin.projects.restore, { projectId });
  const claim = () => job.call("job.claim", { runnerId: "two" });

  /** Runs all crons, and the functions that they schedule for overdue rows. */
  async function tick(): Promise<void> {
    const { jobs, runs, recurringTasks, project, messages, sandboxes } = internal;
    for (const work of [
      jobs.scheduled.release,
      jobs.scheduled.endOverdue,
      runs.scheduled.releaseAllDue,
      runs.scheduled.endOverdue,
    ])
      await deployment.mutation(work, {});
    for (const work of [recurringTasks.scheduled.fire, project.scheduled.clearDue, messages.scheduled.finishOverdue])
      await deployment.mutation(work, {});
    await deployment.mutation(sandboxes.scheduled.endOverdue, {});
    const { jobs: jobRows = [], runs: runRows = [] } = (await deployment.documents()) as Record<
      string,
      { _id: never }[]
    >;
    for (const { _id: jobId } of jobRows) await deployment.mutation(jobs.scheduled.endIfOverdue, { jobId });
    for (const { _id: runId } of runRows) {
      await deployment.mutation(runs.scheduled.release, { runId });
      await deployment.mutation(runs.scheduled.endIfOverdue, { runId });
    }
  }

  /** Calls the functions that the scheduler would call: convex-test's scheduler has a clock of its own. */
  const paused = () =>
    deployment
      .run(async (ctx) => documentId(ctx, "projects", projectId))
      .then((id) => deployment.mutation(internal.project.scheduled.pause, { projectId: id, cursor: null }));
  const resumed = () =>
    deployment
      .run(async (ctx) => documentId(ctx, "projects", projectId))
      .then((id) => deployment.mutation(internal.project.scheduled.resume, { projectId: id }));

  /** Makes a project with a claimed run, a waiting run, a scheduled run, and a task that is due tomorrow. */
  async function busyProject() {
    const workflowId = await createWorkflow(api);
    const held = await startRun(api, { workflowId });
    const claimed = await job.call("job.claim", { runnerId: "one", leaseMs: 60_000 });
    const lease = { jobId: claimed.id, fence: claimed.fence };
    await job.call("run.updateStatus", { runId: held.id, status: "running" }, lease);
    const waiting = await startRun(api, { workflowId });
    const scheduled = await startRun(api, { workflowId, scheduledFor: start + dayMs });
    const task = await dataOf(
      api.post("/recurring-tasks", {
        title: "Upgrade",
        prompt: "Upgrade.",
        frequency: "daily",
        timezone: "UTC",
        scheduledHour: 9,
        scheduledMinute: 0,
        targetWorkflowId: workflowId,
      }),
    );
    return { held, waiting, scheduled, task, lease };
  }

  describe("timed work in a deleted project", () => {
    it("a run that gets room before its job is resumed can be claimed", async () => {
      const workflowId = await createWorkflow(api, { concurrencyLimit: 1 });
      const { id: first } = await startRun(api, { workflowId });
      const { id: second } = await startRun(api, { workflowId });
      await dataOf(api.post("/project/delete"));
      await deployment.settled();
      // The jobs are resumed in later transactions, and others can come between.
      const row = await deployment.run(async (ctx) => {
        const id = documentId(ctx, "projects", projectId);
        await ctx.db.patch("projects", id, { deletingAtMs: undefined });
        return id;
      });
      await dataOf(api.post("/runs/cancel", { runId: first }));
      await deployment.mutation(internal.project.scheduled.resume, { projectId: row });
      await deployment.settled();
      expect(await claim()).toMatchObject({ runId: second });
    });

    it("a budget begins no period while its project is deleted, and does when it is restored", async () => {
      const scope = { type: "project" };
      const made = await dataOf(api.post("/budgets", { name: "Day", scope, limitUsd: 1, period: "day" }));
      const begin = () => deployment.mutation(internal.budgets.scheduled.beginDue, {});
      const periodStart = async () => (await dataOf(api.get(`/budgets/${made.id}`))).periodStart as string;
      await api.post("/project/delete");
      vi.setSystemTime(start + dayMs);
      await begin();
      await restore();
      expect(await periodStart()).toBe(made.periodStart);
      await begin();
      expect(Date.parse(await periodStart())).toBe(Date.parse(made.periodStart) + dayMs);
    });

    it("a restored project sends at once what its webhooks have pending", async () => {
      const environment = { PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey, SERVICE_LOOPBACK_ONLY: "on" };
      await deployment.setEnvironment(environment);
      const receiver = await startReceiver();
      receiver.answers.unshift(500);
      const { id } = await dataOf(api.post("/webhooks", { url: receiver.url, events: ["issue.*"] }));
      await dataOf(api.post("/issues/create", { title: "Crash" }));
      const attempts = async () => (await api.get(`/webhooks/${id}/deliveries`)).body.data[0]?.attempts;
      await expect.poll(attempts, { timeout: 10_000 }).toHaveLength(1);
      await dataOf(api.post("/project/delete"));
      await deployment.settled();
      // The sender comes to it while the project is deleted.
      vi.setSystemTime(start + 10_000);
      expect(await deployment.mutation(internal.webhooks.sending.take, { holder: "other", busy: [] })).toEqual([]);
      expect(await deployment.mutation(internal.webhooks.sending.take, { holder: "other", busy: [] })).toBeNull();
      await restore();
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
      await expect.poll(attempts, { timeout: 10_000 }).toHaveLength(2);
      await receiver.close();
      await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null, SERVICE_LOOPBACK_ONLY: null });
    });

    it("a restored project holds runs for the limits that it had", async () => {
      const workflowId = await createWorkflow(api, { concurrencyLimit: 1 });
      const [first, second] = [await startRun(api, { workflowId }), await startRun(api, { workflowId })];
      const { fence, id: jobId } = await job.call("job.claim", { runnerId: "one", leaseMs: 60_000 });
      await job.call("run.updateStatus", { runId: first.id, status: "running" }, { jobId, fence });
      await api.post("/project/delete");
      await paused();
      await restore();
      await resumed();
      expect(await claim()).toMatchObject({ runId: first.id });
      expect(await claim()).toBeNull();
      await dataOf(api.post("/runs/cancel", { runId: first.id }));
      expect(await claim()).toMatchObject({ runId: second.id });
    });

    it("stands still: days later every row is unchanged", async () => {
      const { lease, held } = await busyProject();
      const before = await deployment.documents();
      await dataOf(api.post("/project/delete"));
      await paused();
      expect(await job.refused("job.heartbeat", { jobId: lease.jobId, runnerId: "one" })).toEqual([
        400,
        expect.any(String),
      ]);
      const late = await job.refused("run.updateStatus", { runId: held.id, status: "failed" }, lease);
      expect(late).toEqual([400, expect.stringMatching(/^stale lease/)]);
      vi.setSystemTime(start + 3 * dayMs);
      await tick();
      expect(await claim()).toBe(null);
      await tick();
      await restore();
      await resumed();
      const after = await deployment.documents();
      // The runner has lost its job, which waits again. The test below checks the time limits.
      const settle = (rows: Record<string, unknown[]>) => ({
        ...rows,
        jobs: rows["jobs"]?.map((row) => ({ ...(row as object), status: "", fence: 0, boundAtMs: 0, ...noClaim })),
        runs: rows["runs"]?.map((row) => ({ ...(row as object), boundAtMs: 0 })),
        apiKeyUses: [],
        // The deletion itself has an entry.
        auditEntries: rows["auditEntries"]?.filter((row) => (row as { action: string }).action !== "project.delete"),
        apiKeyLastUses: [],
        // The claim above, which got nothing, is recorded for the deployment.
        runners: rows["runners"]?.filter((row) => (row as { projectId?: string }).projectId !== undefined),
        lastClaims: [],
        runnerPresence: [],
      });
      const noClaim = { runnerId: "", leaseMs: 0, leaseUntilMs: 0 };
      expect(settle(after)).toEqual(settle(before));
    });

    it("continues after the restoration: waiting jobs are claimed, and due work runs as after a downtime", async () => {
      const { held, waiting, scheduled, task } = await busyProject();
      await dataOf(api.post("/project/delete"));
      await paused();
      vi.setSystemTime(start + 3 * dayMs);
      await tick();
      await restore();
      await resumed();
      await tick();
      const show = (id: string) => dataOf(api.get(`/runs/get?id=${id}`));
      expect([(await show(held.id)).status, (await show(waiting.id)).status]).toEqual(["running", "pending"]);
      expect((await show(scheduled.id)).status).toBe("pending");
      expect(await dataOf(api.get(`/recurring-tasks/${task.id}`))).toMatchObject({
        isActive: true,
        lastRunAt: "2026-03-05T12:00:00.000Z",
        nextRunAt: "2026-03-06T09:00:00.000Z",
      });
      const claimed: string[] = [];
      for (let next = await claim(); next !== null; next = await claim()) claimed.push(next.runId);
      expect(claimed.slice(0, 2)).toEqual([held.id, waiting.id]);
      expect(claimed).toHaveLength(4);
    });

    it("does not use up the time limit of a run", async () => {
      const { held } = await busyProject();
      vi.setSystemTime(start + 10 * hourMs);
      await dataOf(api.post("/project/delete"));
      await paused();
      vi.setSystemTime(start + 5 * dayMs);
      await tick();
      await restore();
      await resumed();
      await tick();
      const show = () => dataOf(api.get(`/runs/get?id=${held.id}`));
      expect((await show()).status).toBe("running");
      vi.setSystemTime(start + 5 * dayMs + 13 * hourMs);
      await tick();
      expect((await show()).status).toBe("running");
      vi.setSystemTime(start + 5 * dayMs + 15 * hourMs);
      await tick();
      expect((await show()).status).toBe("failed");
    });
  });

  describe("a deleted project", () => {
    it("its jobs are not claimed, however many they are, and jobs of other projects are", async () => {
      for (let count = 0; count < 25; count++) await startRun(api);
      const other = client(deployment, (await createProject(deployment, "Other")).apiKey);
      const theirs = await startRun(other);
      await dataOf(api.post("/project/delete"));
      // Some jobs may be made before they can be paused.
      const claimed = [await claim(), await claim(), await claim()].filter((each) => each !== null);
      expect(claimed.map(({ runId }) => runId)).toEqual([theirs.id]);
    });

    it("its data is removed when the time of grace is over, and not before", async () => {
      await busyProject();
      await dataOf(api.post("/project/delete"));
      await paused();
      const id = await deployment.run(async (ctx) => documentId(ctx, "projects", projectId));
      const restorableUntilMs = start + 7 * dayMs;
      const clear = () => deployment.mutation(internal.project.scheduled.clear, { projectId: id, restorableUntilMs });
      vi.setSystemTime(restorableUntilMs - 1);
      await clear();
      await restore();
      expect((await api.get("/project")).status).toBe(200);
      // The functions that were scheduled for the cancelled deletion do nothing, now and in the next deletion.
      vi.setSystemTime(restorableUntilMs);
      await clear();
      expect((await api.get("/project")).status).toBe(200);
      await dataOf(api.post("/project/delete"));
      await clear();
      await deployment.mutation(internal.project.scheduled.clearDue, {});
      await restore();
      await dataOf(api.post("/project/delete"));
      vi.setSystemTime(restorableUntilMs + 7 * dayMs);
      expect(await refusal(restore())).toMatchObject({ code: "CONFLICT" });
      await deployment.mutation(internal.project.scheduled.clear, {
        projectId: id,
        restorableUntilMs: restorableUntilMs + 7 * dayMs,
      });
      await expect
        .poll(async () => {
          const { projects = [], jobs = [], runs = [], pausedWork = [] } = await deployment.documents();
          return [projects, jobs, runs, pausedWork].map(({ length }) => length);
        })
        .toEqual([0, 0, 0, 0]);
    });

    it("its members no longer see it, and see it again after the restoration", async () => {
      const email = address();
      const made = await deployment.action(admin.projects.create, { name: "Yard", ownerEmail: email });
      const person = await signIn(deployment, { email });
      const mine = async () => {
        const paginationOpts = { numItems: 10, cursor: null };
        return (await person.query(functions.project.dashboard.mine, { paginationOpts })).page.map(({ role }) => role);
      };
      await person.mutation(functions.project.dashboard.remove, { projectId: made.projectId });
      expect(await mine()).toEqual([]);
      await deployment.mutation(admin.projects.restore, { projectId: made.projectId });
      expect(await mine()).toEqual(["owner"]);
    });

    it("an invited person who signs in meanwhile is a member afterwards", async () => {
      const email = address();
      await dataOf(api.post("/project/members/invite", { email, role: "admin" }));
      await dataOf(api.post("/project/delete"));
      await signIn(deployment, { email });
      await restore();
      const members = await dataOf(api.get("/project/members"));
      expect(members).toEqual(
        expect.arrayContaining([expect.objectContaining({ email, role: "admin", status: "active" })]),
      );
    });

    it("a project that lost its last member is deleted in the same way, and restored to a named owner", async () => {
      const email = address();
      const made = await deployment.action(admin.projects.create, { name: "Yard", ownerEmail: email });
      const who = identity({ email });
      await deployment.as(who).mutation(functions.users.dashboard.signIn, {});
      const event = { kind: "deleted" as const, idpUserId: who.subject ?? "", email };
      await deployment.mutation(internal.idp.endpoints.applyEvent, { messageId: "gone", event });
      const shown = async () => {
        const { projects } = await deployment.query(admin.projects.list, {});
        return projects.find(({ id }) => id === made.projectId);
      };
      expect(await shown()).toMatchObject({ status: "deleting", deletedBy: { type: "system" } });
      const ownerEmail = address();
      await deployment.mutation(admin.projects.restore, { projectId: made.projectId, ownerEmail });
      const owner = await signIn(deployment, { email: ownerEmail });
      const paginationOpts = { numItems: 10, cursor: null };
      const { page } = await owner.query(functions.project.dashboard.mine, { paginationOpts });
      expect(page).toMatchObject([{ id: made.projectId, role: "owner" }]);
    });
  });
});
