import { beforeEach, describe, expect, it } from "vitest";
import { watchChains } from "../support/chains";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";

const time = expect.stringMatching(/^\d{4}-.*Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let workflowId: string;
  let issueIds: string[];
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
    issueIds = [await createIssue(api, "A"), await createIssue(api, "B")];
  });

  async function createIssue(by: Client, title: string): Promise<string> {
    return (await dataOf(by.post("/issues/create", { title }))).id;
  }

  const request = (changes: object = {}) => ({ title: "Crashes", issueIds, workflowId, ...changes });
  const create = async (changes: object = {}): Promise<string> =>
    (await dataOf(api.post("/work-chains/create", request(changes)))).id;
  const get = (id: string) => dataOf(api.get(`/work-chains/get?id=${id}`));
  const start = (chainId: string) => api.post("/work-chains/start", { chainId });
  const chainOf = async (issueId: string): Promise<string | null> =>
    (await dataOf(api.get(`/issues/get?id=${issueId}`))).workChainId;
  const runOf = async (issueId: string): Promise<string> =>
    (await job.call("run.create", { workflowId, prompt: "Fix it.", status: "running", issueId })).id;
  const end = (runId: string, status = "completed") => job.call("run.updateStatus", { runId, status });

  async function started(changes: object = {}): Promise<string> {
    const id = await create(changes);
    await dataOf(start(id));
    return id;
  }

  const { claimed, news } = watchChains("workChain", api, job);

  describe("POST /api/v1/work-chains/create", () => {
    it("200 with a pending chain, which its issues name", async () => {
      const given = {
        title: " Crashes ",
        description: "All of them.",
        gitRepoUrl: "https://git.example.com/demo",
        branchName: "fixes",
      };
      const { status, body } = await api.post("/work-chains/create", request(given));
      expect(status).toBe(200);
      const { id } = body.data;
      expect(body.data).toEqual({
        ...given,
        id: expect.stringMatching(/^wc_/),
        _id: id,
        status: "pending",
        title: "Crashes",
        issueIds,
        workflowId,
        currentIssueIndex: 0,
        activeRunId: null,
        error: null,
        createdAt: time,
        startedAt: null,
        completedAt: null,
      });
      expect(await get(id)).toEqual(body.data);
      for (const issueId of issueIds) expect(await chainOf(issueId)).toBe(id);
      expect(await claimed(id)).toBeNull();
    });

    it("200 with each issue once, null counting as not given, and the defaults of project and workflow", async () => {
      await dataOf(api.post("/project/update", { gitRepoUrl: "https://git.example.com/ours" }));
      const nulls = { description: null, gitRepoUrl: null, branchName: null };
      const chain = await dataOf(
        api.post("/work-chains/create", request({ ...nulls, issueIds: [...issueIds, issueIds[0]] })),
      );
      expect(chain).toMatchObject({ issueIds, description: null, branchName: "main" });
      expect(chain.gitRepoUrl).toBe("https://git.example.com/ours");
    });

    it.each([
      ["title", { title: undefined }],
      ["title", { title: " " }],
      ["issueIds", { issueIds: undefined }],
      ["issueIds", { issueIds: [] }],
      ["issueIds", { issueIds: Array.from({ length: 101 }, () => "issue_x") }],
      ["issueIds.0", { issueIds: [1] }],
      ["workflowId", { workflowId: null }],
      ["branchName", { branchName: "" }],
      ["gitRepoUrl", { gitRepoUrl: "shop" }],
      ["colour", { colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, changes) => {
      expect(await refusalOf(api.post("/work-chains/create", request(changes)))).toEqual([400, "VALIDATION", field]);
      expect((await api.get("/work-chains/list")).body.data).toEqual([]);
    });

    it("404, 403 and 409 for a workflow or issue that does not exist, is another project's or cannot be used", async () => {
      const refused = (changes: object) => refusalOf(api.post("/work-chains/create", request(changes)));
      expect(await refused({ workflowId: "wf_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ workflowId: await createWorkflow(stranger) })).toEqual([403, "FORBIDDEN"]);
      expect(await refused({ workflowId: await createWorkflow(api, { isEnabled: false }) })).toEqual([409, "CONFLICT"]);
      expect(await refused({ issueIds: [issueIds[0], "issue_x"] })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ issueIds: [issueIds[0], await createIssue(stranger, "C")] })).toEqual([403, "FORBIDDEN"]);
      expect(await chainOf(issueIds[0]!)).toBeNull();
    });

    it.each(["pending", "running", "failed"])(
      "409 CONFLICT for an issue of another chain that is %s",
      async (status) => {
        const id = await create();
        await job.call("workChain.updateStatus", { chainId: id, status });
        const wanted = request({ issueIds: [await createIssue(api, "C"), issueIds[0]] });
        expect(await refusalOf(api.post("/work-chains/create", wanted))).toEqual([409, "CONFLICT"]);
        expect(await chainOf(issueIds[0]!)).toBe(id);
      },
    );

    it.each(["completed", "cancelled"])("200 taking over an issue of another chain that is %s", async (status) => {
      const id = await create();
      await job.call("workChain.updateStatus", { chainId: id, status });
      const next = await create({ issueIds: [issueIds[0]] });
      expect([await chainOf(issueIds[0]!), await chainOf(issueIds[1]!)]).toEqual([next, id]);
    });
  });

  describe("lists", () => {
    it("GET /api/v1/work-chains/list: 200 newest first, in pages", async () => {
      const ids: string[] = [];
      for (const title of ["C", "D", "E"]) ids.unshift(await create({ issueIds: [await createIssue(api, title)] }));
      const { body } = await api.get("/work-chains/list");
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      const first = (await api.get("/work-chains/list?limit=2")).body;
      const second = (await api.get(`/work-chains/list?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(body.data);
    });

    it("GET /api/v1/work-chains/issues: 200 with its issues and no others, newest first, or in pages", async () => {
      const id = await create();
      await createIssue(api, "C");
      const { body } = await api.get(`/work-chains/issues?id=${id}`);
      expect(body.data.map((issue: { id: string }) => issue.id)).toEqual(issueIds.toReversed());
      expect(body.data[1]).toEqual(await dataOf(api.get(`/issues/get?id=${issueIds[0]}`)));
      const first = (await api.get(`/work-chains/issues?id=${id}&limit=1`)).body;
      const second = (await api.get(`/work-chains/issues?id=${id}&limit=1&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(body.data);
      const other = await create({ issueIds: [await createIssue(api, "D")] });
      const answer = api.get(`/work-chains/issues?id=${other}&cursor=${first.nextCursor}`);
      expect(await refusalOf(answer)).toEqual([400, "VALIDATION", "cursor"]);
    });
  });

  describe("POST /api/v1/work-chains/start", () => {
    it("201 running, which waits for the runner", async () => {
      const id = await create();
      const { status, body } = await start(id);
      expect([status, body.data]).toEqual([201, { id, _id: id, status: "running" }]);
      expect(await get(id)).toMatchObject({ status: "running", startedAt: time });
      expect(await claimed(id)).toMatchObject({ kind: "workChain.execute", workChainId: id });
    });

    it.each(["running", "completed", "cancelled"])("409 CONFLICT when it is %s", async (status) => {
      const id = await create();
      await job.call("workChain.updateStatus", { chainId: id, status });
      expect(await refusalOf(start(id))).toEqual([409, "CONFLICT"]);
      expect(await claimed(id)).toBeNull();
    });

    it("409 CONFLICT when its workflow is disabled or deleted", async () => {
      const id = await create();
      await dataOf(api.put(`/workflows/${workflowId}`, { isEnabled: false }));
      expect(await refusalOf(start(id))).toEqual([409, "CONFLICT"]);
      await dataOf(api.delete(`/workflows/${workflowId}`));
      expect(await refusalOf(start(id))).toEqual([409, "CONFLICT"]);
      expect((await get(id)).status).toBe("pending");
    });

    it("409 CONFLICT when all of its issues are deleted", async () => {
      const id = await create();
      for (const issueId of issueIds) await dataOf(api.post("/issues/delete", { issueId }));
      expect(await refusalOf(start(id))).toEqual([409, "CONFLICT"]);
    });
  });

  describe("the runs of a chain", () => {
    it("move it from issue to issue until it is complete, and members are notified", async () => {
      const id = await started({ gitRepoUrl: "https://git.example.com/demo", branchName: "fixes" });
      const first = await runOf(issueIds[0]!);
      expect(await dataOf(api.get(`/runs/get?id=${first}`))).toMatchObject({
        source: "work_chain",
        gitRepoUrl: "https://git.example.com/demo",
        branchName: "fixes",
      });
      expect(await get(id)).toMatchObject({ activeRunId: first, currentIssueIndex: 0 });
      await end(first);
      expect(await get(id)).toMatchObject({ activeRunId: null, currentIssueIndex: 1, status: "running" });
      expect(await news()).toEqual([]);
      await end(await runOf(issueIds[1]!));
      expect(await get(id)).toMatchObject({ status: "completed", activeRunId: null, completedAt: time });
      expect(await news()).toEqual(["workflow_completed"]);
    });

    it("fail it when one fails; started again, it continues with that issue", async () => {
      const id = await started();
      await end(await runOf(issueIds[0]!));
      const runId = await runOf(issueIds[1]!);
      await job.call("run.updateStatus", { runId, status: "failed", error: "Out of memory." });
      expect(await get(id)).toMatchObject({ status: "failed", error: "Out of memory.", completedAt: time });
      expect((await start(id)).status).toBe(201);
      expect(await get(id)).toMatchObject({ status: "running", currentIssueIndex: 1, error: null, completedAt: null });
      await end(await runOf(issueIds[1]!));
      expect((await get(id)).status).toBe("completed");
    });

    it("cancel it when one is cancelled, together with its job", async () => {
      const id = await started();
      await dataOf(api.post("/runs/cancel", { runId: await runOf(issueIds[0]!) }));
      expect(await get(id)).toMatchObject({ status: "cancelled", activeRunId: null });
      expect(await claimed(id)).toBeNull();
    });

    it("are made one after another, in the order of the issues", async () => {
      await started();
      const create = { workflowId, prompt: "Fix it.", status: "running" };
      expect((await job.refused("run.create", { ...create, issueId: issueIds[1] }))[0]).toBe(400);
      await runOf(issueIds[0]!);
      expect((await job.refused("run.create", { ...create, issueId: issueIds[0] }))[0]).toBe(400);
    });

    it("cannot be made for a chain that has not started", async () => {
      const id = await create();
      await end(await runOf(issueIds[0]!));
      expect(await get(id)).toMatchObject({ status: "pending", currentIssueIndex: 0 });
    });
  });

  describe("deleting an issue", () => {
    it.each([0, 1])("removes it from the chain, which continues without it: issue %i", async (position) => {
      const third = await createIssue(api, "C");
      const id = await started({ issueIds: [...issueIds, third] });
      await end(await runOf(issueIds[0]!));
      await dataOf(api.post("/issues/delete", { issueId: issueIds[position] }));
      const left = [...issueIds, third].toSpliced(position, 1);
      expect(await get(id)).toMatchObject({ issueIds: left, currentIssueIndex: position, status: "running" });
      await end(await runOf(left[position]!));
      expect((await get(id)).status).toBe(position === 1 ? "completed" : "running");
    });

    it("does not end its run: the chain continues with the next issue afterwards", async () => {
      const id = await started();
      const runId = await runOf(issueIds[0]!);
      await dataOf(api.post("/issues/delete", { issueId: issueIds[0] }));
      expect(await get(id)).toMatchObject({ activeRunId: runId, issueIds: [issueIds[1]] });
      await end(runId);
      expect(await get(id)).toMatchObject({ status: "running", currentIssueIndex: 0 });
      await end(await runOf(issueIds[1]!));
      expect((await get(id)).status).toBe("completed");
    });

    it("completes the chain when it was the last open issue", async () => {
      const id = await started();
      await end(await runOf(issueIds[0]!));
      await dataOf(api.post("/issues/delete", { issueId: issueIds[1] }));
      expect(await get(id)).toMatchObject({ status: "completed", issueIds: [issueIds[0]] });
    });
  });

  describe("POST /api/v1/work-chains/delete", () => {
    it("200 for good: its issues are free, its run and job are cancelled, and the run stays", async () => {
      const id = await started();
      const runId = await runOf(issueIds[0]!);
      const answer = { id, _id: id, deleted: true };
      expect(await dataOf(api.post("/work-chains/delete", { chainId: id }))).toEqual(answer);
      expect(await refusalOf(api.get(`/work-chains/get?id=${id}`))).toEqual([404, "NOT_FOUND"]);
      for (const issueId of issueIds) expect(await chainOf(issueId)).toBeNull();
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).status).toBe("cancelled");
      expect(await claimed(id)).toBeNull();
      expect(await create()).toMatch(/^wc_/);
    });

    it("200 leaving issues that are now in another chain", async () => {
      const id = await create();
      await job.call("workChain.updateStatus", { chainId: id, status: "cancelled" });
      const next = await create({ issueIds: [issueIds[0]] });
      await dataOf(api.post("/work-chains/delete", { chainId: id }));
      expect([await chainOf(issueIds[0]!), await chainOf(issueIds[1]!)]).toEqual([next, null]);
    });
  });

  describe("workChain.updateStatus", () => {
    const states = ["pending", "running", "completed", "failed", "cancelled"];

    it.each(states)("sets %s from any state, and returns the chain as REST does", async (to) => {
      const id = await create();
      for (const from of states) {
        await job.call("workChain.updateStatus", { chainId: id, status: from });
        const chain = await job.call("workChain.updateStatus", { chainId: id, status: to });
        const isOver = to !== "pending" && to !== "running";
        expect(chain).toMatchObject({ id, status: to, completedAt: isOver ? time : null });
        expect(chain).toEqual(await job.call("workChain.get", { chainId: id }));
        expect(chain).toEqual(await get(id));
      }
    });

    it("completed: members are notified once", async () => {
      const id = await started();
      for (let repeat = 0; repeat < 2; repeat++) {
        await job.call("workChain.updateStatus", { chainId: id, status: "completed" });
      }
      expect(await news()).toEqual(["workflow_completed"]);
    });

    it("a chain that the runner ended keeps its status when its run ends", async () => {
      const id = await started({ issueIds: [issueIds[0]] });
      const runId = await runOf(issueIds[0]!);
      await job.call("workChain.updateStatus", { chainId: id, status: "cancelled" });
      await end(runId);
      expect(await get(id)).toMatchObject({ status: "cancelled", activeRunId: null });
    });

    it("400 for an unknown status or chain", async () => {
      const status = "running";
      expect((await job.refused("workChain.updateStatus", { chainId: await create(), status: "paused" }))[0]).toBe(400);
      expect((await job.refused("workChain.updateStatus", { chainId: "wc_x", status }))[0]).toBe(400);
      expect((await job.refused("workChain.get", { chainId: "sc_x" }))[0]).toBe(400);
    });
  });

  it("a chain whose job fails permanently ends its run, too", async () => {
    const id = await started();
    const { id: jobId } = (await claimed(id))!;
    const runId = await runOf(issueIds[0]!);
    await job.call("job.fail", { jobId, runnerId: "r", error: "No disk.", retryable: false });
    expect(await get(id)).toMatchObject({ status: "failed", error: "No disk.", activeRunId: null });
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "failed" });
  });

  it("403 FORBIDDEN for another project's, which stays; 404 NOT_FOUND for an unknown id", async () => {
    const id = await create();
    const calls = (by: Client, chainId: string) => [
      by.get(`/work-chains/get?id=${chainId}`),
      by.get(`/work-chains/issues?id=${chainId}`),
      by.post("/work-chains/start", { chainId }),
      by.post("/work-chains/delete", { chainId }),
    ];
    for (const call of calls(stranger, id)) expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    for (const call of calls(api, "wc_x")) expect(await refusalOf(call)).toEqual([404, "NOT_FOUND"]);
    expect((await get(id)).status).toBe("pending");
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["work-chains:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get("/work-chains/list")).status).toBe(200);
    const writes = ["create", "start", "delete"].map((name) => reader.post(`/work-chains/${name}`));
    for (const call of [...writes, other.get("/work-chains/list")]) {
      expect(await refusalOf(call)).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});
