import { beforeEach, describe, expect, it } from "vitest";
import { watchChains } from "../support/chains";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const gitRepoUrl = "https://git.example.com/demo";
const time = expect.stringMatching(/^\d{4}-.*Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api, { defaultBranch: "develop" });
  });

  const request = (changes: object = {}) => ({
    workflowId,
    sprintRange: [3, 5],
    prompt: "Do the sprint.",
    gitRepoUrl,
    ...changes,
  });
  const create = async (changes: object = {}): Promise<string> =>
    (await dataOf(api.post("/sprint-chains", request(changes)))).id;
  const get = (id: string) => dataOf(api.get(`/sprint-chains/${id}`));
  const begin = async (chainId: string, sprintIndex: number): Promise<string> =>
    (await job.call("run.createChainRun", { chainId, sprintIndex, status: "running" })).id;
  const end = (runId: string, status = "completed") => job.call("run.updateStatus", { runId, status });

  const { claimed, news } = watchChains("sprintChain", api, job);

  describe("a runner that does one sprint and completes the job", () => {
    it("queues the next sprint for any runner, until the chain is complete", async () => {
      const id = await create();
      for (const sprintIndex of [0, 1, 2]) {
        const { id: jobId } = (await claimed(id))!;
        await end(await begin(id, sprintIndex));
        await job.call("job.complete", { jobId, runnerId: "r" });
      }
      expect(await claimed(id)).toBeNull();
      expect((await get(id)).status).toBe("completed");
    });

    it("does not get the job again and again when it has done nothing", async () => {
      const id = await create();
      const { id: jobId } = (await claimed(id))!;
      await job.call("job.complete", { jobId, runnerId: "r" });
      expect(await claimed(id)).toBeNull();
      expect((await get(id)).status).toBe("running");
    });

    it("may complete the job while its run is open: the next job comes when the run ends", async () => {
      const id = await create();
      const { id: jobId } = (await claimed(id))!;
      const runId = await begin(id, 0);
      await job.call("job.complete", { jobId, runnerId: "r" });
      expect(await claimed(id)).toBeNull();
      await end(runId);
      expect(await claimed(id)).toMatchObject({ sprintChainId: id });
    });
  });

  describe("POST /api/v1/sprint-chains", () => {
    it("201 with a running chain, which waits for the runner", async () => {
      const { status, body } = await api.post("/sprint-chains", request());
      expect(status).toBe(201);
      const { id } = body.data;
      expect(body.data).toEqual({ id: expect.stringMatching(/^sc_/), _id: id, status: "running" });
      const chain = {
        id,
        _id: id,
        status: "running",
        workflowId,
        prompt: "Do the sprint.",
        gitRepoUrl,
        branchName: "develop",
        sprintRange: [3, 5],
        currentSprintIndex: 0,
        resumeFromSprint: null,
        sprintPrUrls: [],
        cancelRequested: false,
        activeRunId: null,
        error: null,
        createdAt: time,
        completedAt: null,
      };
      const sprints = [3, 4, 5].map((sprint, index) => {
        return { sprint, index, runId: null, status: "pending", prUrl: null };
      });
      expect(await get(id)).toEqual({ ...chain, sprints });
      expect((await api.get("/sprint-chains")).body.data).toEqual([chain]);
      expect(await claimed(id)).toMatchObject({ kind: "sprintChain.execute", sprintChainId: id });
    });

    it("201 beginning at the sprint from which it resumes, on the given branch", async () => {
      const chain = await get(await create({ resumeFromSprint: 2, branchName: "main" }));
      expect(chain).toMatchObject({ currentSprintIndex: 2, resumeFromSprint: 2, branchName: "main" });
      expect(chain.sprints.map(({ status }: { status: string }) => status)).toEqual(["skipped", "skipped", "pending"]);
    });

    it.each([
      ["workflowId", { workflowId: undefined }],
      ["prompt", { prompt: " " }],
      ["gitRepoUrl", { gitRepoUrl: null }],
      ["gitRepoUrl", { gitRepoUrl: "~/shop" }],
      ["sprintRange", { sprintRange: undefined }],
      ["sprintRange", { sprintRange: [1] }],
      ["sprintRange", { sprintRange: [1, 2, 3] }],
      ["sprintRange.0", { sprintRange: [0, 2] }],
      ["sprintRange.1", { sprintRange: [1, 2.5] }],
      ["sprintRange", { sprintRange: [3, 2] }],
      ["sprintRange", { sprintRange: [1, 101] }],
      ["resumeFromSprint", { resumeFromSprint: -1 }],
      ["resumeFromSprint", { resumeFromSprint: 3 }],
      ["colour", { colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, changes) => {
      expect(await refusalOf(api.post("/sprint-chains", request(changes)))).toEqual([400, "VALIDATION", field]);
      expect((await api.get("/sprint-chains")).body.data).toEqual([]);
    });

    it("201 with up to 100 sprints", async () => {
      expect((await get(await create({ sprintRange: [7, 106] }))).sprints).toHaveLength(100);
    });

    it("404, 403 and 409 for a workflow that does not exist, is another project's or is disabled", async () => {
      const refused = (id: string) => refusalOf(api.post("/sprint-chains", request({ workflowId: id })));
      expect(await refused("wf_x")).toEqual([404, "NOT_FOUND"]);
      expect(await refused(await createWorkflow(stranger))).toEqual([403, "FORBIDDEN"]);
      expect(await refused(await createWorkflow(api, { isEnabled: false }))).toEqual([409, "CONFLICT"]);
    });
  });

  it("GET /api/v1/sprint-chains: 200 with all of them, newest first, or in pages", async () => {
    const ids: string[] = [];
    for (const prompt of ["A", "B", "C"]) ids.unshift(await create({ prompt }));
    const { body } = await api.get("/sprint-chains");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    const first = (await api.get("/sprint-chains?limit=2")).body;
    const second = (await api.get(`/sprint-chains?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data]).toEqual(body.data);
  });

  describe("the runs of a chain", () => {
    it("move it from sprint to sprint until it is complete, and members are notified of each", async () => {
      const id = await create({ sprintRange: [3, 4] });
      const first = await begin(id, 0);
      expect(await get(id)).toMatchObject({ activeRunId: first, currentSprintIndex: 0 });
      await end(first);
      expect(await get(id)).toMatchObject({ status: "running", activeRunId: null, currentSprintIndex: 1 });
      const second = await begin(id, 1);
      await job.call("run.updatePr", { runId: second, prUrl: "https://git.example.com/pr/2", prStatus: "open" });
      await end(second);
      const chain = await get(id);
      expect(chain).toMatchObject({ status: "completed", activeRunId: null, currentSprintIndex: 1, completedAt: time });
      expect(chain.sprints).toEqual([
        { sprint: 3, index: 0, runId: first, status: "completed", prUrl: null },
        { sprint: 4, index: 1, runId: second, status: "completed", prUrl: "https://git.example.com/pr/2" },
      ]);
      expect(await news()).toEqual(["sprint_completed", "sprint_completed"]);
      const ofChain = (await api.get(`/runs/by-chain?chainId=${id}`)).body.data;
      expect(ofChain.map((run: { id: string }) => run.id)).toEqual([second, first]);
    });

    it("fail it when one fails, with the error of the runner; the remaining sprints are skipped", async () => {
      const id = await create();
      const runId = await begin(id, 0);
      expect((await get(id)).sprints[0]).toMatchObject({ runId, status: "running" });
      await job.call("run.updateStatus", { runId, status: "failed", error: "Out of memory." });
      const chain = await get(id);
      expect(chain).toMatchObject({ status: "failed", error: "Out of memory.", completedAt: time });
      expect(chain.sprints.map(({ status }: { status: string }) => status)).toEqual(["failed", "skipped", "skipped"]);
      expect(await news()).toEqual(["sprint_failed"]);
      expect(await job.refused("run.createChainRun", { chainId: id, sprintIndex: 0 })).toEqual([
        400,
        expect.stringContaining("failed"),
      ]);
    });

    it("cancel it when one is cancelled, and nobody is notified", async () => {
      const id = await create();
      await dataOf(api.post("/runs/cancel", { runId: await begin(id, 0) }));
      expect(await get(id)).toMatchObject({ status: "cancelled", completedAt: time });
      expect(await claimed(id)).toBeNull();
      expect(await news()).toEqual([]);
    });

    it("may overlap: the chain is complete when all runs are", async () => {
      const id = await create({ sprintRange: [1, 2] });
      const runs = [await begin(id, 0), await begin(id, 1)];
      await end(runs[1]!);
      expect(await get(id)).toMatchObject({ status: "running", activeRunId: runs[0] });
      await end(runs[0]!);
      expect(await get(id)).toMatchObject({ status: "completed" });
      expect(await news()).toHaveLength(2);
    });

    it("that is restarted updates its own result, and leaves the chain unchanged", async () => {
      const id = await create();
      const runId = await begin(id, 0);
      await end(runId, "failed");
      await dataOf(api.post("/runs/restart", { runId }));
      await end(runId);
      const chain = await get(id);
      expect([chain.status, chain.sprints[0].status]).toEqual(["failed", "completed"]);
    });

    it("400 for a sprint that is complete, whose run and pull request stay", async () => {
      const id = await create();
      const first = await begin(id, 0);
      await job.call("run.updatePr", { runId: first, prUrl: "https://git.example.com/pr/1", prStatus: "open" });
      await end(first);
      const before = await get(id);
      const [status, error] = await job.refused("run.createChainRun", { chainId: id, sprintIndex: 0 });
      expect([status, error]).toEqual([400, "Sprint 3 has been completed."]);
      expect(await get(id)).toEqual(before);
    });

    it("never move it back, also when an earlier sprint begins late", async () => {
      const id = await create();
      await begin(id, 1);
      await begin(id, 0);
      expect(await get(id)).toMatchObject({ currentSprintIndex: 1 });
    });

    it("400 for a sprint that the chain does not have", async () => {
      const id = await create();
      expect((await job.refused("run.createChainRun", { chainId: id, sprintIndex: 3 }))[0]).toBe(400);
    });
  });

  describe("DELETE /api/v1/sprint-chains/:id", () => {
    it("200 cancelling at once a chain without a running run, together with its job", async () => {
      const id = await create();
      const answer = { id, _id: id, status: "cancelled", cancelRequested: false };
      expect(await dataOf(api.delete(`/sprint-chains/${id}`))).toEqual(answer);
      expect(await get(id)).toMatchObject({ status: "cancelled", completedAt: time });
      expect(await claimed(id)).toBeNull();
    });

    it("200 letting the active run finish first; no further sprint begins", async () => {
      const id = await create({ sprintRange: [1, 2] });
      const runId = await begin(id, 1);
      const answer = { id, _id: id, status: "running", cancelRequested: true };
      expect(await dataOf(api.delete(`/sprint-chains/${id}`))).toEqual(answer);
      expect(await dataOf(api.delete(`/sprint-chains/${id}`))).toEqual(answer);
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).status).toBe("running");
      expect((await job.refused("run.createChainRun", { chainId: id, sprintIndex: 0 }))[0]).toBe(400);
      await end(runId);
      expect(await get(id)).toMatchObject({ status: "cancelled", activeRunId: null });
      expect(await news()).toEqual(["sprint_completed"]);
    });

    it("200 removing a finished chain, whose runs stay", async () => {
      const id = await create({ sprintRange: [1, 1] });
      const runId = await begin(id, 0);
      await end(runId);
      const answer = { id, _id: id, status: "completed", cancelRequested: false };
      expect(await dataOf(api.delete(`/sprint-chains/${id}`))).toEqual(answer);
      expect(await refusalOf(api.get(`/sprint-chains/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/sprint-chains")).body.data).toEqual([]);
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).status).toBe("completed");
      await dataOf(api.post("/runs/restart", { runId }));
      await end(runId, "failed");
    });
  });

  describe("sprintChain.updateStatus", () => {
    const states = ["pending", "running", "completed", "failed", "cancelled"];

    it.each(states)("sets %s from any state, and returns the chain", async (to) => {
      for (const from of states) {
        const id = await create();
        await job.call("sprintChain.updateStatus", { chainId: id, status: from });
        const chain = await job.call("sprintChain.updateStatus", { chainId: id, status: to });
        const isOver = to !== "pending" && to !== "running";
        expect(chain).toMatchObject({ id, status: to, completedAt: isOver ? time : null });
        expect(chain).toEqual(await job.call("sprintChain.get", { chainId: id }));
      }
    });

    it("a chain that the runner ended keeps its status when its run ends", async () => {
      const id = await create();
      const runId = await begin(id, 0);
      await job.call("sprintChain.updateStatus", { chainId: id, status: "failed" });
      await end(runId);
      expect(await get(id)).toMatchObject({ status: "failed", activeRunId: null });
    });

    it("400 for an unknown status", async () => {
      const id = await create();
      expect((await job.refused("sprintChain.updateStatus", { chainId: id, status: "paused" }))[0]).toBe(400);
    });
  });

  const [a, b, c] = ["a", "b", "c"].map((name) => `https://code.example/pull/${name}`) as [string, string, string];

  describe("sprintChain.updatePr", () => {
    const report = (chainId: string, sprintIndex: number, prUrl: string) =>
      job.call("sprintChain.updatePr", { chainId, sprintIndex, prUrl });

    it("appends the pull request and moves to the next sprint, at most the last", async () => {
      const id = await create({ sprintRange: [1, 2] });
      expect(await report(id, 0, a)).toMatchObject({ sprintPrUrls: [a], currentSprintIndex: 1 });
      expect(await report(id, 1, b)).toMatchObject({ sprintPrUrls: [a, b], currentSprintIndex: 1 });
    });

    it("counts a repeated report once, in the order of sprints, and never goes back", async () => {
      const id = await create();
      await report(id, 1, b);
      await report(id, 0, a);
      expect(await report(id, 0, c)).toMatchObject({ sprintPrUrls: [c, b], currentSprintIndex: 2 });
    });

    it("does not move the chain twice when the run ends as well, before or after", async () => {
      const id = await create();
      const first = await begin(id, 0);
      await report(id, 0, a);
      await end(first);
      expect(await get(id)).toMatchObject({ currentSprintIndex: 1, status: "running" });
      await end(await begin(id, 1));
      await report(id, 1, b);
      expect(await get(id)).toMatchObject({ currentSprintIndex: 2, status: "running", sprintPrUrls: [a, b] });
      await end(await begin(id, 2));
      expect(await report(id, 2, c)).toMatchObject({ status: "completed", sprintPrUrls: [a, b, c] });
    });

    it("400 for a sprint that the chain does not have, and for one that is pending", async () => {
      const id = await create();
      expect((await job.refused("sprintChain.updatePr", { chainId: id, sprintIndex: 3, prUrl: a }))[0]).toBe(400);
      await job.call("sprintChain.updateStatus", { chainId: id, status: "pending" });
      expect(await job.refused("sprintChain.updatePr", { chainId: id, sprintIndex: 0, prUrl: a })).toEqual([
        400,
        expect.stringContaining("pending"),
      ]);
    });
  });

  it("a chain whose job fails permanently ends its run, too", async () => {
    const id = await create();
    const { id: jobId } = (await claimed(id))!;
    const runId = await begin(id, 0);
    await job.call("job.fail", { jobId, runnerId: "r", error: "No disk.", retryable: false });
    expect(await get(id)).toMatchObject({ status: "failed", error: "No disk.", activeRunId: null });
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "failed" });
    expect(await news()).toEqual(["sprint_failed"]);
  });

  it("callbacks refuse an unknown id", async () => {
    const status = "running";
    expect((await job.refused("sprintChain.get", { chainId: "sc_x" }))[0]).toBe(400);
    expect((await job.refused("sprintChain.updateStatus", { chainId: "wf_x", status }))[0]).toBe(400);
    expect((await job.refused("sprintChain.updatePr", { chainId: "x", sprintIndex: 0, prUrl: a }))[0]).toBe(400);
  });

  it("403 FORBIDDEN for another project's, which stays; 404 NOT_FOUND for an unknown id", async () => {
    const id = await create();
    for (const method of ["get", "delete"] as const) {
      expect(await refusalOf(stranger[method](`/sprint-chains/${id}`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api[method]("/sprint-chains/sc_x"))).toEqual([404, "NOT_FOUND"]);
    }
    expect(await get(id)).toMatchObject({ status: "running", cancelRequested: false });
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["sprint-chains:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get("/sprint-chains")).status).toBe(200);
    for (const call of [
      reader.post("/sprint-chains"),
      reader.delete("/sprint-chains/x"),
      other.get("/sprint-chains"),
    ]) {
      expect(await refusalOf(call)).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});
