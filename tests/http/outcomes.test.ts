// GET /api/v1/analytics/outcomes: what runs came to, by workflow, persona, model and agent.
import { beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

const commit = "1".repeat(40);
const gate = { kind: "command", command: ["npm", "test"] };

const nothing = {
  key: null,
  name: null,
  runs: 0,
  requests: 0,
  merged: 0,
  closed: 0,
  open: 0,
  mergeRate: null,
  meanRounds: null,
  costUsd: 0,
  costPerMergedUsd: null,
  meanHoursToMerge: null,
  proven: 0,
  accepted: 0,
  unratedRecords: 0,
};

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  const outcomes = async (query = "") => await dataOf(api.get(`/analytics/outcomes?${query}`));
  const total = async () => (await outcomes("groupBy=none"))[0];
  const report = (runId: string, prStatus: string, at = 1) =>
    job.call("run.updatePr", { runId, prUrl: `https://example.com/${runId}/pull/${at}`, prStatus });
  const end = (runId: string, status: string, more: object = {}) =>
    job.call("run.updateStatus", { runId, status, ...more });
  async function spend(runId: string, costUsd: number | null) {
    const sandboxId = await createSandbox(job, { runId });
    const usage = { sandboxId, tokenUsage: {}, durationMs: 1, service: "elsewhere", model: "unpriced-1", costUsd };
    await job.call("usage.computeCostAndRecord", usage);
  }

  it("one row of nothing with groupBy=none, and no row otherwise, while there are no runs", async () => {
    expect(await outcomes("groupBy=none")).toEqual([nothing]);
    for (const groupBy of ["workflow", "persona", "model", "agent"])
      expect(await outcomes(`groupBy=${groupBy}`)).toEqual([]);
  });

  it("counts requests by what became of them, with the rate and what a merged one cost", async () => {
    const workflowId = await createWorkflow(api);
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) ids.push((await startRun(api, { workflowId })).id);
    const [merged = "", other = "", closed = "", draft = "", none = ""] = ids;
    for (const id of ids) await spend(id, 0.5);
    for (const id of [merged, other]) {
      await report(id, "open");
      await report(id, "merged");
    }
    await report(closed, "open");
    await report(closed, "closed");
    await report(draft, "draft");
    const row = {
      ...nothing,
      key: workflowId,
      name: "Build",
      runs: 5,
      requests: 4,
      merged: 2,
      closed: 1,
      open: 1,
      mergeRate: { value: 2 / 3, low: expect.closeTo(0.2077, 4), high: expect.closeTo(0.9385, 4) },
      meanRounds: 0,
      costUsd: 2.5,
      costPerMergedUsd: 1.25,
      meanHoursToMerge: expect.any(Number),
    };
    expect(await outcomes()).toEqual([row]);
    expect(await outcomes("groupBy=none")).toEqual([{ ...row, key: null, name: null }]);

    await report(closed, "open");
    expect(await total()).toMatchObject({ requests: 4, merged: 2, closed: 0, open: 2, mergeRate: { value: 1 } });
    await spend(none, null);
    expect(await total()).toMatchObject({ costUsd: 2.5, unratedRecords: 1, costPerMergedUsd: null });
  });

  it("the higher of what a runner reports and of what is recorded is the cost", async () => {
    const { id: runId } = await startRun(api);
    await end(runId, "running");
    await job.call("run.updateProgress", { runId, progress: { costUsd: 3 } });
    await spend(runId, 1);
    expect(await total()).toMatchObject({ costUsd: 3 });
    await spend(runId, 4);
    expect(await total()).toMatchObject({ costUsd: 5 });
  });

  it("a restart keeps the request until the new attempt opens another one, which takes its place", async () => {
    const { id: runId } = await startRun(api);
    await report(runId, "open");
    await report(runId, "merged");
    await end(runId, "failed");
    await dataOf(api.post("/runs/restart", { runId }));
    expect(await total()).toMatchObject({ runs: 1, requests: 1, merged: 1, open: 0 });
    await report(runId, "open", 2);
    expect(await total()).toMatchObject({ runs: 1, requests: 1, merged: 0, open: 1, meanHoursToMerge: null });
    await report(runId, "closed", 2);
    expect(await total()).toMatchObject({ runs: 1, requests: 1, closed: 1, open: 0, mergeRate: { value: 0 } });
  });

  it("the mean of rounds is that of the runs with a request", async () => {
    const workflowId = await createWorkflow(api);
    const ids = [await startRun(api, { workflowId }), await startRun(api, { workflowId })].map(({ id }) => id);
    for (const runId of ids) {
      await end(runId, "completed");
      await dataOf(api.post("/runs/continue", { runId, prompt: "Once more." }));
    }
    expect(await total()).toMatchObject({ requests: 0, meanRounds: null });
    await report(ids[0], "open");
    expect(await total()).toMatchObject({ requests: 1, meanRounds: 1 });
    await report(ids[1], "open");
    await end(ids[1], "completed");
    await dataOf(api.post("/runs/continue", { runId: ids[1], prompt: "Once more." }));
    expect(await total()).toMatchObject({ requests: 2, meanRounds: 1.5 });
    await dataOf(api.post("/runs/cancel", { runId: ids[1] }));
    await dataOf(api.post("/runs/restart", { runId: ids[1] }));
    expect(await total()).toMatchObject({ requests: 2, meanRounds: 0.5 });
  });

  describe("proof", () => {
    let runId: string;
    beforeEach(async () => {
      const workflowId = await createWorkflow(api, { steps: [{ role: "designer", name: "Design", gate }] });
      runId = (await startRun(api, { workflowId })).id;
      await end(runId, "running");
    });
    const doStep = async (pass: boolean) => {
      const step = { runId, role: "designer", name: "Design", stepIndex: 0 };
      const { id: stepId } = await job.call("runStep.create", step);
      const proof = { commit, exitCode: pass ? 0 : 1, durationMs: 1 };
      await job.call("runStep.updateStatus", { stepId, status: "completed", verdict: { pass }, proof });
    };

    it("counts a run as proven when it is completed, and no longer when it is restarted", async () => {
      await doStep(true);
      expect(await total()).toMatchObject({ proven: 0, accepted: 0 });
      await end(runId, "completed");
      expect(await total()).toMatchObject({ proven: 1, accepted: 0 });
      await dataOf(api.post("/runs/restart", { runId }));
      expect(await total()).toMatchObject({ proven: 0, accepted: 0 });
    });

    it("counts a run as accepted, and not as proven", async () => {
      await doStep(false);
      await end(runId, "failed", { reason: "gate" });
      await dataOf(api.post("/runs/accept", { runId, reason: "Flaky." }));
      expect(await total()).toMatchObject({ proven: 0, accepted: 1 });
    });
  });

  it("groups by what the step that continues had when the run was created: its persona, model and agent", async () => {
    const make = async (name: string, fields: object) =>
      (await dataOf(api.post("/personas/create", { name, type: "designer", ...fields }))).id;
    const ada = await make("Ada", { model: "opus", cliId: "claude" });
    const bob = await make("Bob", { model: "gpt", cliId: "codex" });
    const plain = { role: "designer", name: "Plan", personaId: bob };
    const last = { role: "designer", name: "Build", personaId: ada };
    const judge = { role: "judge", name: "Judge", personaId: bob };
    const designed = await createWorkflow(api, { steps: [plain, last, judge] });
    const judged = await createWorkflow(api, { name: "Judge", steps: [judge, { role: "checker", name: "Check" }] });
    for (const workflowId of [designed, designed, judged]) await startRun(api, { workflowId });
    await startRun(api, { workflowId: await createWorkflow(api, { name: "Bare" }) });
    // What comes later concerns later runs.
    await dataOf(api.post("/personas/update", { personaId: ada, model: "sonnet", cliId: "other" }));

    const rows = async (groupBy: string) =>
      (await outcomes(`groupBy=${groupBy}`)).map(({ key, name, runs }: Record<string, unknown>) => [key, name, runs]);
    const sorted = (list: unknown[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(sorted(await rows("persona"))).toEqual(
      sorted([
        [ada, "Ada", 2],
        [bob, "Bob", 1],
        [null, null, 1],
      ]),
    );
    expect(sorted(await rows("model"))).toEqual(
      sorted([
        ["opus", "opus", 2],
        ["gpt", "gpt", 1],
        [null, null, 1],
      ]),
    );
    expect(sorted(await rows("agent"))).toEqual(
      sorted([
        ["claude", "claude", 2],
        ["codex", "codex", 1],
        [null, null, 1],
      ]),
    );
    expect((await rows("workflow"))[0]).toEqual([designed, "Build", 2]);

    await dataOf(api.post("/personas/delete", { personaId: ada }));
    expect(await rows("persona")).toContainEqual([ada, "Ada", 2]);
    await startRun(api, { workflowId: designed });
    expect(await rows("persona")).toContainEqual([null, null, 2]);
  });

  it("runs stay counted in the trash and when they are deleted for good, and the workflow keeps its name", async () => {
    const workflowId = await createWorkflow(api);
    const [{ id: first }, { id: second }] = [await startRun(api, { workflowId }), await startRun(api, { workflowId })];
    for (const runId of [first, second]) await dataOf(api.post("/runs/cancel", { runId }));
    await dataOf(api.post("/runs/delete", { runId: first }));
    expect(await outcomes()).toMatchObject([{ key: workflowId, name: "Build", runs: 2 }]);
    await dataOf(api.post("/runs/permanent-delete", { runId: first }));
    await dataOf(api.delete(`/workflows/${workflowId}`));
    expect(await outcomes()).toMatchObject([{ key: workflowId, name: "Build", runs: 2 }]);
  });

  it("shows nothing of another project, and needs the scope", async () => {
    await startRun(api);
    const stranger = client(deployment, (await createProject(deployment, "Theirs")).apiKey);
    expect(await dataOf(stranger.get("/analytics/outcomes"))).toEqual([]);
    const { apiKey } = await createKey(deployment, project.projectId, ["runs:read"]);
    const refused = client(deployment, apiKey).get("/analytics/outcomes");
    expect(await refusalOf(refused)).toEqual([403, "SCOPE_DENIED"]);
  });

  it.each([
    ["groupBy", "groupBy=run"],
    ["startDate", "startDate=yesterday"],
    ["startDate", "startDate=2026-03-02&endDate=2026-03-01"],
    ["startDate", "startDate=2020-01-01"],
    ["limit", "limit=5"],
  ])("400 VALIDATION naming %s for %s", async (field, query) => {
    expect(await refusalOf(api.get(`/analytics/outcomes?${query}`))).toEqual([400, "VALIDATION", field]);
  });
});
