// The same action on many runs, in the background.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { publicId } from "../../convex/lib/publicIds";
import { documentIdOf, manyOf, rowOf, startCrowd } from "../support/crowd";
import type { Crowd } from "../support/crowd";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  deleteForGood,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

interface Shown {
  id: string;
  status: string;
}

/** Asks for a bulk action, and returns it when it is over. */
async function doAll(api: Client, action: string, filter: object) {
  const { id } = await dataOf(api.post("/runs/bulk", { action, filter }));
  return await vi.waitFor(
    async () => {
      const bulk = await dataOf(api.get(`/runs/bulk/${id}`));
      expect(bulk.status).not.toBe("running");
      return bulk;
    },
    { timeout: 60_000, interval: 20 },
  );
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
  });

  const runIn = async (status: string, changes: object = {}): Promise<string> => {
    const { id } = await startRun(api, { workflowId, ...changes });
    if (status !== "pending") await job.call("run.updateStatus", { runId: id, status });
    return id as string;
  };
  const statusOf = async (id: string): Promise<string> => (await dataOf(api.get(`/runs/get?id=${id}`))).status;
  const statuses = async (ids: string[]) => await Promise.all(ids.map(statusOf));

  describe("POST /api/v1/runs/bulk", () => {
    it("202 with the number of runs that match now; then it does the same to each of them once", async () => {
      const running = [await runIn("running"), await runIn("running")];
      const others = [await runIn("pending"), await runIn("failed")];
      const { status, body } = await api.post("/runs/bulk", { action: "cancel", filter: { status: "running" } });
      expect(status).toBe(202);
      const { id } = body.data;
      expect(body.data).toEqual({
        id: expect.stringMatching(/^bulk_/),
        _id: id,
        action: "cancel",
        status: "running",
        matched: 2,
        isSearching: false,
        done: 0,
        skipped: 0,
        startedBy: { type: "key", id: expect.stringMatching(/^key_/), name: expect.any(String) },
        createdAt: expect.any(String),
        completedAt: null,
      });
      const end = await vi.waitFor(async () => {
        const bulk = await dataOf(api.get(`/runs/bulk/${id}`));
        expect(bulk.status).toBe("completed");
        return bulk;
      });
      expect(end).toMatchObject({ matched: 2, done: 2, skipped: 0, completedAt: expect.any(String) });
      expect(await statuses([...running, ...others])).toEqual(["cancelled", "cancelled", "pending", "failed"]);
      const events = await dataOf(api.get(`/runs/events?id=${running[0]}`));
      expect(events.at(-1)).toMatchObject({
        type: "run.status",
        data: { status: "cancelled", actor: body.data.startedBy },
      });
    });

    it.each([
      ["cancel", "paused", "cancelled"],
      ["restart", "failed", "pending"],
      ["pause", "running", "paused"],
      ["resume", "paused", "running"],
    ])("%s does to each what the call for one run does", async (action, before, after) => {
      const id = await runIn(before);
      expect(await doAll(api, action, { status: before })).toMatchObject({ action, matched: 1, done: 1 });
      expect(await statusOf(id)).toBe(after);
    });

    it("delete moves runs to the trash, in the name of the person, and a running one is cancelled first", async () => {
      const ids = [await runIn("running"), await runIn("completed")];
      expect(await doAll(api, "delete", { runIds: ids })).toMatchObject({ matched: 2, done: 2 });
      expect(await dataOf(api.get("/runs"))).toEqual([]);
      const items: { entityId: string; deletedBy: string }[] = await dataOf(api.get("/trash?type=run"));
      expect(items.map(({ entityId }) => entityId).sort()).toEqual(ids.toSorted());
      expect(items.map(({ deletedBy }) => deletedBy)).toEqual([project.userId, project.userId]);
      expect(await dataOf(api.get("/project/counters"))).toMatchObject({ totalRuns: 0, activeRuns: 0 });
    });

    it("skips what does not allow the action, and counts a run that is named twice once", async () => {
      const ids = [await runIn("running"), await runIn("completed")];
      const bulk = await doAll(api, "pause", { runIds: [...ids, ids[0]] });
      expect(bulk).toMatchObject({ status: "completed", matched: 2, done: 1, skipped: 1 });
      expect(await statuses(ids)).toEqual(["paused", "completed"]);
    });

    it("is about the runs that match all conditions", async () => {
      const other = await createWorkflow(api);
      const wanted = await runIn("running", { labels: ["nightly", "slow"] });
      const left = [
        await runIn("running", { labels: ["slow"] }),
        await runIn("running", { labels: ["nightly"], workflowId: other }),
        await runIn("pending", { labels: ["nightly"] }),
      ];
      const { createdAt } = await dataOf(api.get(`/runs/get?id=${wanted}`));
      const filter = { label: "nightly", workflowId, source: "api", status: ["running", "paused"] };
      expect(await doAll(api, "cancel", { ...filter, createdAfter: createdAt })).toMatchObject({ matched: 0, done: 0 });
      expect(await doAll(api, "cancel", { ...filter, createdBefore: createdAt })).toMatchObject({
        matched: 0,
        done: 0,
      });
      // In process the rows of the labels are some milliseconds younger than their run; on Convex, a fraction of one.
      const span = { createdAfter: createdAt - 1, createdBefore: createdAt + 1000 };
      const bulk = await doAll(api, "cancel", { ...filter, ...span });
      expect(bulk).toMatchObject({ matched: 1, done: 1 });
      expect(await statuses([wanted, ...left])).toEqual(["cancelled", "running", "running", "pending"]);
      expect(await doAll(api, "cancel", { source: "api" })).toMatchObject({ matched: 4, done: 3, skipped: 1 });
    });

    it("has one entry in the audit log, and its runs have none", async () => {
      await runIn("running");
      const { id } = await doAll(api, "cancel", { status: "running" });
      const entries = await dataOf(api.get("/audit-log?action=bulk-actions.start"));
      expect(entries).toEqual([expect.objectContaining({ subject: { type: "bulkAction", id }, outcome: "success" })]);
      expect(await dataOf(api.get("/audit-log?action=runs.cancel"))).toEqual([]);
    });

    it.each<[string, object]>([
      ["action", { action: "rename", filter: { status: "failed" } }],
      ["filter", { action: "cancel" }],
      ["filter", { action: "cancel", filter: {} }],
      ["filter", { action: "cancel", filter: { runIds: ["r_x"], status: "failed" } }],
      ["filter.runIds", { action: "cancel", filter: { runIds: [] } }],
      ["filter.runIds", { action: "cancel", filter: { runIds: Array.from({ length: 101 }, () => "r_x") } }],
      ["filter.status", { action: "cancel", filter: { status: "done" } }],
      ["filter.status", { action: "cancel", filter: { status: [] } }],
      ["filter.label", { action: "cancel", filter: { label: " " } }],
      ["filter.colour", { action: "cancel", filter: { colour: "red" } }],
      ["filter.createdAfter", { action: "cancel", filter: { createdAfter: 2, createdBefore: 1 } }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/runs/bulk", body))).toEqual([400, "VALIDATION", field]);
    });

    it("400 VALIDATION says which states there are", async () => {
      const { body } = await api.post("/runs/bulk", { action: "cancel", filter: { status: "done" } });
      expect(body.error.message).toMatch(/^filter\.status must be one of pending, scheduled, running/);
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for what the project does not have", async () => {
      const theirs = await startRun(stranger);
      const refused = (filter: object) => refusalOf(api.post("/runs/bulk", { action: "cancel", filter }));
      expect(await refused({ workflowId: "wf_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ workflowId: theirs.workflowId })).toEqual([403, "FORBIDDEN"]);
      expect(await refused({ runIds: ["r_x"] })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ runIds: [theirs.id] })).toEqual([403, "FORBIDDEN"]);
    });

    it("403 SCOPE_DENIED without runs:write", async () => {
      const reader = client(deployment, (await createKey(deployment, project.projectId, ["runs:read"])).apiKey);
      const { id } = await doAll(api, "cancel", { status: "running" });
      expect(await refusalOf(reader.post("/runs/bulk", {}))).toEqual([403, "SCOPE_DENIED"]);
      expect(await refusalOf(reader.post(`/runs/bulk/${id}/stop`))).toEqual([403, "SCOPE_DENIED"]);
      expect((await reader.get(`/runs/bulk/${id}`)).status).toBe(200);
    });
  });

  describe("GET /api/v1/runs/bulk/:id and /stop", () => {
    it("404 NOT_FOUND, 403 FORBIDDEN, and 409 CONFLICT to stop one that is over", async () => {
      const { id } = await doAll(api, "cancel", { status: "running" });
      expect(await refusalOf(api.post(`/runs/bulk/${id}/stop`))).toEqual([409, "CONFLICT"]);
      expect(await refusalOf(stranger.get(`/runs/bulk/${id}`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(stranger.post(`/runs/bulk/${id}/stop`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.get("/runs/bulk/bulk_x"))).toEqual([404, "NOT_FOUND"]);
    });
  });
});

describe("a bulk action by the clock", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  let api: Client;
  let runIds: string[];
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
    const workflowId = await createWorkflow(api);
    runIds = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await startRun(api, { workflowId });
      await job.call("run.updateStatus", { runId: id, status: "running" });
      runIds.push(id);
    }
    await deployment.settled();
  });

  /** A bulk action whose next step was lost. */
  const insertLost = (changes: Partial<Doc<"bulkActions">> = {}) =>
    deployment.run(async (ctx) => {
      const ids = runIds.map((id) => documentIdOf("runs", id));
      const run = await ctx.db.get("runs", ids[0]!);
      const user = await ctx.db.query("users").first();
      if (run === null || user === null) throw new Error("There is none.");
      const { projectId } = run;
      const bulkActionId = await ctx.db.insert("bulkActions", {
        projectId,
        action: "cancel",
        status: "running",
        by: { type: "user", id: publicId("users", user._id), name: "Ada" },
        userId: user._id,
        matched: 3,
        done: 0,
        skipped: 0,
        batches: 1,
        batch: 0,
        offset: 0,
        steps: 7,
        movedAtMs: Date.now() - 600_000,
        ...changes,
      });
      await ctx.db.insert("bulkBatches", { projectId, bulkActionId, number: 0, runIds: ids });
      return bulkActionId;
    });
  const shown = (id: Id<"bulkActions">) => dataOf(api.get(`/runs/bulk/${publicId("bulkActions", id)}`));
  const sweep = async () => {
    await deployment.mutation(internal.bulkActions.scheduled.sweep, {});
    await deployment.settled();
  };

  it("continues where its last step ended when the next one was lost", async () => {
    const id = await insertLost({ offset: 1, done: 1 });
    await sweep();
    expect(await shown(id)).toMatchObject({ status: "completed", done: 3, skipped: 0 });
    const states = (await dataOf(api.get("/runs"))).map(({ status }: Shown) => status);
    expect(states).toEqual(["cancelled", "cancelled", "running"]);
  });

  it("a step that was taken already does nothing, and one that is under way is left alone", async () => {
    const id = await insertLost({ movedAtMs: Date.now() });
    await deployment.mutation(internal.bulkActions.scheduled.step, { bulkActionId: id, step: 6 });
    await sweep();
    expect(await shown(id)).toMatchObject({ status: "running", done: 0, skipped: 0 });
    await deployment.mutation(internal.bulkActions.scheduled.step, { bulkActionId: id, step: 7 });
    await deployment.settled();
    expect(await shown(id)).toMatchObject({ status: "completed", done: 3 });
  });

  it("continues without a run at which it has stood still again and again", async () => {
    const id = await insertLost({ stalls: 3 });
    await sweep();
    expect(await shown(id)).toMatchObject({ status: "completed", done: 2, skipped: 1 });
  });

  it("stops at once, and leaves the other runs as they are", async () => {
    const id = await insertLost({ offset: 1, done: 1 });
    await dataOf(api.post(`/runs/bulk/${publicId("bulkActions", id)}/stop`));
    await deployment.mutation(internal.bulkActions.scheduled.step, { bulkActionId: id, step: 7 });
    await sweep();
    expect(await shown(id)).toMatchObject({ status: "stopped", done: 1, completedAt: expect.any(String) });
    expect((await dataOf(api.get("/runs?status=running"))).length).toBe(3);
  });

  it("waits while its project is deleted, and is removed with it", async () => {
    const id = await insertLost();
    await deployment.run((ctx) => ctx.db.query("bulkActions").first());
    const projectId = await deployment.run(async (ctx) => (await ctx.db.get("bulkActions", id))!.projectId);
    await deployment.run((ctx) => ctx.db.patch("projects", projectId, { deletingAtMs: Date.now() }));
    await sweep();
    await deployment.run((ctx) => ctx.db.patch("projects", projectId, { deletingAtMs: undefined }));
    expect(await shown(id)).toMatchObject({ status: "running", done: 0 });
    await deleteForGood(deployment, api);
    await deployment.settled();
    const { bulkActions, bulkBatches } = await deployment.documents();
    const left = [...bulkActions!, ...bulkBatches!] as { projectId: string }[];
    expect(left.filter((row) => row.projectId === projectId)).toEqual([]);
  });

  it("is deleted a month after its end, with the batches that it has not come to", async () => {
    const id = await insertLost({ status: "stopped", endedAtMs: Date.now() - 31 * 24 * 60 * 60 * 1000 });
    await deployment.run((ctx) => ctx.db.patch("bulkActions", id, { movedAtMs: undefined }));
    await sweep();
    const { bulkBatches } = await deployment.documents();
    expect((bulkBatches as { bulkActionId: string }[]).filter((batch) => batch.bulkActionId === id)).toEqual([]);
    const path = `/runs/bulk/${publicId("bulkActions", id)}`;
    expect(await refusalOf(api.get(path))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("very many runs", () => {
  let crowd: Crowd;
  beforeAll(async () => {
    crowd = await startCrowd();
  });
  afterAll(() => crowd?.stop());

  it("are found and changed in transactions of bounded size, each run once, and not those that come later", async () => {
    const { projectId, api } = await crowd.createProject();
    const workflowId = documentIdOf("workflows", await createWorkflow(api));
    const count = 2300;
    const runIds = await crowd.insert(
      "runs",
      manyOf(count, (index) =>
        rowOf.run(projectId, workflowId, index + 1, { status: index % 2 ? "running" : "paused" }),
      ),
    );
    await crowd.insert("counters", [rowOf.sums(projectId, { totalRuns: count, activeRuns: count })]);
    const filter = { status: ["running", "paused"] };
    const asked = await dataOf(api.post("/runs/bulk", { action: "pause", filter }));
    expect(asked).toMatchObject({ matched: 1000, isSearching: true });
    const [later] = await crowd.insert("runs", [rowOf.run(projectId, workflowId, count + 1)]);
    const end = await vi.waitFor(
      async () => {
        const bulk = await dataOf(api.get(`/runs/bulk/${asked.id}`));
        expect(bulk.status).toBe("completed");
        return bulk;
      },
      { timeout: 120_000, interval: 200 },
    );
    expect(end).toMatchObject({ matched: count, done: count / 2, skipped: count / 2, isSearching: false });
    const events = await dataOf(api.get(`/runs/events?id=${publicId("runs", runIds[1]!)}`));
    expect(events.map(({ type }: { type: string }) => type)).toEqual(["run.status"]);
    expect((await dataOf(api.get(`/runs/get?id=${publicId("runs", later!)}`))).status).toBe("running");
  }, 240_000);
});
