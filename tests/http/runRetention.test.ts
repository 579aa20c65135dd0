import { beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { callbackWith, callbackSecret, client, createProject, dataOf, refusalOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const dayMs = 86_400_000;
const deployment = inProcess();
const job = callbackWith(deployment);

let api: Client;
beforeEach(async () => {
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret });
  api = client(deployment, (await createProject(deployment)).apiKey);
});

const keepFor = (retainRunsDays: number | null) => api.post("/project/settings/update", { retainRunsDays });

/** A run with a step, a sandbox and a message, that ended so many days ago. */
async function endedRun(daysAgo: number): Promise<string> {
  const { id: runId } = await startRun(api, { labels: ["old"] });
  await job.call("run.updateStatus", { runId, status: "running" });
  await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
  const { id: sandboxId } = await job.call("sandbox.create", { runId, runtimeSandboxId: `box-${runId}` });
  await job.call("message.store", { sandboxId, role: "assistant", content: "Done.", timestamp: Date.now() });
  const usage = { sandboxId, tokenUsage: { inputTokens: 1, outputTokens: 1 }, durationMs: 1, service: "x", costUsd: 2 };
  await job.call("usage.computeCostAndRecord", usage);
  await job.call("run.updateStatus", { runId, status: "completed", completedAt: Date.now() - daysAgo * dayMs });
  return runId;
}

/** The sweep begins each project at once, and its batches follow one another after a second. */
async function sweep(): Promise<void> {
  await deployment.mutation(internal.runs.scheduled.sweepOld, { cursor: null });
  await deployment.settled();
}

const isThere = async (id: string) => (await api.get(`/runs/get?id=${id}`)).status === 200;

describe("retainRunsDays", () => {
  it("400 VALIDATION outside 1 to 3650, null for ever", async () => {
    for (const days of [0, 3651, 1.5, "30"])
      expect(await refusalOf(keepFor(days as number))).toEqual([400, "VALIDATION", "retainRunsDays"]);
    expect(await dataOf(keepFor(3650))).toMatchObject({ retainRunsDays: 3650 });
    expect(await dataOf(keepFor(null))).toMatchObject({ retainRunsDays: null });
  });

  it("deletes runs that ended longer ago for good, also from the trash, with all that is theirs", async () => {
    const [old, kept, trashed] = [await endedRun(31), await endedRun(29), await endedRun(400)];
    const { id: open } = await startRun(api);
    await dataOf(api.post("/runs/delete", { runId: trashed }));
    const sums = async () => {
      const { activeSandboxes: _now, ...totals } = await dataOf(api.get("/analytics/counters"));
      return totals;
    };
    const before = await sums();
    const costs = await dataOf(api.get("/analytics/usage?groupBy=workflow"));
    await dataOf(keepFor(30));
    await sweep();
    expect(await Promise.all([old, kept, open].map(isThere))).toEqual([false, true, true]);
    expect(await dataOf(api.get("/trash"))).toEqual([]);
    const rows = await deployment.documents();
    for (const table of ["runSteps", "runEvents", "runLabels", "sandboxes", "messages"]) {
      expect(JSON.stringify([table, rows[table]])).not.toContain(old.slice(2));
    }
    expect(rows["messages"]).toHaveLength(1);
    // Sums stay.
    expect(await sums()).toEqual(before);
    expect(await dataOf(api.get("/analytics/usage?groupBy=workflow"))).toEqual(costs);
    expect(await dataOf(api.get("/audit-log?action=runs.remove-old"))).toMatchObject([
      { actor: { type: "system" }, subject: null, changes: { removed: { to: 2 } } },
    ]);
  });

  it("deletes many in batches, and nothing without the setting or in a deleted project", async () => {
    const { id } = await startRun(api);
    const projectId = await deployment.run(async (ctx) => {
      const run = (await ctx.db.get("runs", id.slice(2) as Id<"runs">))!;
      for (let i = 0; i < 45; i++) {
        const { _id, _creationTime, ...fields } = run;
        const ended = { status: "completed" as const, completedAtMs: Date.now() - 50 * dayMs };
        await ctx.db.insert("runs", { ...fields, ...ended, runNumber: 100 + i });
      }
      return run.projectId;
    });
    const count = () =>
      deployment.run(
        async (ctx) => (await ctx.db.query("runs").take(1000)).filter((run) => run.projectId === projectId).length,
      );
    await sweep();
    expect(await count()).toBe(46);
    await dataOf(keepFor(49));
    await deployment.run((ctx) => ctx.db.patch("projects", projectId, { deletingAtMs: 1 }));
    await sweep();
    expect(await count()).toBe(46);
    await deployment.run((ctx) => ctx.db.patch("projects", projectId, { deletingAtMs: undefined }));
    await sweep();
    expect(await count()).toBe(1);
    expect(await dataOf(api.get("/audit-log?action=runs.remove-old"))).toMatchObject([
      { changes: { removed: { to: 45 } } },
    ]);
  });
});
