import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  createSandbox,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
  deleteForGood,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { claimOf } from "../support/jobClaims";

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let theirSandbox: string;
  let runId: string;
  beforeAll(async () => {
    theirSandbox = await createSandbox(job, { runId: (await startRun(stranger)).id });
    // Jobs that other tests leave come first for a runner of all projects.
    await dataOf(stranger.post("/sandboxes/dev-server/start", { id: theirSandbox }));
    await dataOf(stranger.post("/sandboxes/send-message", { sandboxId: theirSandbox, content: "Hello." }));
  });
  beforeEach(async () => {
    runId = (await startRun(api)).id;
  });

  const get = (id: string) => dataOf(api.get(`/sandboxes/get?id=${id}`));
  const counters = () => dataOf(api.get("/project/counters"));
  const events = async (type: string) =>
    (await dataOf(api.get(`/runs/events?id=${runId}`))).filter((event: { type: string }) => event.type === type);
  const jobsOf = (kind: string) => claimOf(project, job, { kinds: [kind] });

  describe("sandbox.create", () => {
    it("registers a sandbox, which REST, the counters and the log show", async () => {
      const step = { runId, role: "designer", name: "Design", stepIndex: 0 };
      const stepId = (await job.call("runStep.create", step)).id;
      const made = await job.call("sandbox.create", {
        runId,
        runtimeSandboxId: " rt-1 ",
        memoryMb: 512,
        cpuCount: 2,
        timeoutMs: 60_000,
        stepId,
        branchName: "main",
      });
      expect(made).toEqual({ id: expect.stringMatching(/^sb_/), status: "provisioning" });
      const sandbox = await get(made.id);
      expect(sandbox).toEqual({
        id: made.id,
        _id: made.id,
        runId,
        issueSessionId: null,
        answeringSessionId: null,
        mergeRunId: null,
        stepId,
        runtimeSandboxId: "rt-1",
        status: "provisioning",
        memoryMb: 512,
        cpuCount: 2,
        timeoutMs: 60_000,
        branchName: "main",
        folder: null,
        triggerRunId: null,
        learningStatus: null,
        prUrl: null,
        prNumber: null,
        prStatus: null,
        hasAssistantMessages: false,
        createdAt: iso,
        startedAt: null,
        endedAt: null,
      });
      expect(await job.call("sandbox.get", { sandboxId: made.id })).toEqual(sandbox);
      expect(await counters()).toMatchObject({ totalSandboxes: 1, activeSandboxes: 1 });
      expect(await events("sandbox.created")).toMatchObject([{ data: { sandboxId: made.id, status: "provisioning" } }]);
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps).toMatchObject([{ sandboxId: made.id }]);
    });

    it("returns the existing sandbox when the call is repeated, and another one after that has ended", async () => {
      const call = { runId, runtimeSandboxId: "rt-1", status: "running" };
      const made = await job.call("sandbox.create", call);
      expect(await job.call("sandbox.create", call)).toEqual(made);
      expect(await counters()).toMatchObject({ totalSandboxes: 1, activeSandboxes: 1 });
      await job.call("sandbox.updateStatus", { sandboxId: made.id, status: "stopped" });
      expect((await job.call("sandbox.create", call)).id).not.toBe(made.id);
      const other = { ...call, runId: (await startRun(api)).id };
      expect((await job.call("sandbox.create", other)).id).not.toBe(made.id);
    });

    it("also registers sandboxes of sessions and merge runs; a session names its sandbox", async () => {
      const issueSessionId = (await dataOf(api.post("/issue-sessions/start", { prompt: "Scan." }))).id;
      const answeringSessionId = (await dataOf(api.post("/answering-sessions", { issueSessionId }))).id;
      const pullRequests = [{ prUrl: "https://example.com/pr/1", prNumber: 1 }];
      const mergeRunId = (await dataOf(api.post("/merging/start", { pullRequests }))).id;
      for (const served of [{ issueSessionId }, { answeringSessionId }, { mergeRunId }]) {
        const id = await createSandbox(job, served);
        expect(await get(id)).toMatchObject({ runId: null, ...served });
      }
      const session = await dataOf(api.get(`/issue-sessions/get?id=${issueSessionId}`));
      expect(await get(session.sandboxId)).toMatchObject({ issueSessionId });
    });

    it("400 unless it serves exactly one record, for unknown ids, and for the step of another run", async () => {
      const other = (await startRun(api)).id;
      const step = { runId: other, role: "designer", name: "Design", stepIndex: 0 };
      const stepId = (await job.call("runStep.create", step)).id;
      const runtimeSandboxId = "rt-1";
      const refused = async (args: object, sentence: string) =>
        expect(await job.refused("sandbox.create", args)).toEqual([400, expect.stringContaining(sentence)]);
      await refused({ runtimeSandboxId }, "runId");
      await refused({ runtimeSandboxId, runId, mergeRunId: "merge_x" }, "runId");
      await refused({ runtimeSandboxId, runId: "r_x" }, "r_x");
      await refused({ runtimeSandboxId, issueSessionId: runId }, runId);
      await refused({ runtimeSandboxId, runId, stepId }, "stepId");
      await refused({ runId }, "runtimeSandboxId");
      await refused({ runtimeSandboxId, runId, memoryMb: 1 }, "memoryMb");
      await refused({ runtimeSandboxId, runId, status: "asleep" }, "status");
      expect(await counters()).toMatchObject({ totalSandboxes: 0, activeSandboxes: 0 });
    });
  });

  describe("sandbox.updateStatus", () => {
    it("sets any status, with times, counters and an event; the same one again changes nothing", async () => {
      const id = await createSandbox(job, { runId, status: "provisioning" });
      const set = (status: string) => job.call("sandbox.updateStatus", { sandboxId: id, status });
      expect(await set("running")).toMatchObject({ id, status: "running", startedAt: iso, endedAt: null });
      const stopped = await set("stopped");
      expect(stopped).toMatchObject({ status: "stopped", startedAt: iso, endedAt: iso });
      expect((await counters()).activeSandboxes).toBe(0);
      expect(await set("stopped")).toEqual(stopped);
      expect(await set("killed")).toEqual({ ...stopped, status: "killed" });
      expect(await set("running")).toMatchObject({ startedAt: stopped.startedAt, endedAt: null });
      expect((await counters()).activeSandboxes).toBe(1);
      const moves = (await events("sandbox.status")).map(({ data }: { data: { status: string } }) => data.status);
      expect(moves).toEqual(["running", "stopped", "killed", "running"]);
    });
  });

  it("sandbox.setTriggerRunId and sandbox.updateLearningStatus return the changed sandbox", async () => {
    const sandboxId = await createSandbox(job, { runId });
    const traced = await job.call("sandbox.setTriggerRunId", { sandboxId, triggerRunId: "trace-1" });
    expect(traced).toEqual({ ...(await get(sandboxId)), triggerRunId: "trace-1" });
    for (const learningStatus of ["pending", "running", "completed", "failed", "skipped"]) {
      const call = { sandboxId, learningStatus };
      expect(await job.call("sandbox.updateLearningStatus", call)).toEqual({ ...traced, learningStatus });
    }
    const odd = { sandboxId, learningStatus: "odd" };
    expect((await job.refused("sandbox.updateLearningStatus", odd))[1]).toContain("learningStatus");
  });

  it("sandbox.updatePr notifies members and the run's log once of each change", async () => {
    const sandboxId = await createSandbox(job, { runId });
    const pr = { prUrl: "https://example.com/pr/7", prNumber: 7, prStatus: "open" };
    expect(await job.call("sandbox.updatePr", { sandboxId, ...pr })).toEqual({ ...(await get(sandboxId)), ...pr });
    await job.call("sandbox.updatePr", { sandboxId, ...pr });
    await job.call("sandbox.updatePr", { sandboxId, ...pr, prStatus: "merged" });
    const news = (await api.get("/notifications")).body.data;
    expect(news.map(({ type }: { type: string }) => type)).toEqual(["pr_merged", "pr_created"]);
    expect(news[0]).toMatchObject({ runId, body: pr.prUrl });
    expect((await events("pr")).map(({ data }: { data: object }) => data)).toEqual([
      { ...pr, sandboxId },
      { ...pr, prStatus: "merged", sandboxId },
    ]);
    expect((await dataOf(api.get(`/runs/get?id=${runId}`))).prUrl).toBeNull();
  });

  describe("GET /api/v1/sandboxes/list", () => {
    it("200 newest first, by run, by status, by both, and in pages", async () => {
      const a = await createSandbox(job, { runId });
      const b = await createSandbox(job, { runId, status: "failed" });
      const other = (await startRun(api)).id;
      const c = await createSandbox(job, { runId: other });
      const ids = async (query: string) =>
        (await api.get(`/sandboxes/list?${query}`)).body.data.map(({ id }: { id: string }) => id);
      expect(await ids("")).toEqual([c, b, a]);
      expect(await ids(`runId=${runId}`)).toEqual([b, a]);
      expect(await ids("status=running")).toEqual([c, a]);
      expect(await ids(`runId=${runId}&status=running`)).toEqual([a]);
      const { body } = await api.get("/sandboxes/list?limit=2");
      expect(body).toMatchObject({ hasMore: true });
      expect(body.data[0]).toEqual(await get(c));
      expect(await ids(`limit=2&cursor=${body.nextCursor}`)).toEqual([a]);
      const elsewhere = api.get(`/sandboxes/list?status=running&cursor=${body.nextCursor}`);
      expect(await refusalOf(elsewhere)).toEqual([400, "VALIDATION", "cursor"]);
    });

    it("refuses unknown statuses, and runs that do not exist or are another project's", async () => {
      expect(await refusalOf(api.get("/sandboxes/list?status=odd"))).toEqual([400, "VALIDATION", "status"]);
      expect(await refusalOf(api.get("/sandboxes/list?runId=r_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(stranger.get(`/sandboxes/list?runId=${runId}`))).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("POST /api/v1/sandboxes/dev-server/start", () => {
    it("200 with the job that the runner receives", async () => {
      const id = await createSandbox(job, { runId });
      const started = await dataOf(api.post("/sandboxes/dev-server/start", { id }));
      expect(started).toEqual({ id, _id: id, jobId: expect.stringMatching(/^job_/) });
      expect(await jobsOf("sandbox.devServer")).toMatchObject({ id: started.jobId, sandboxId: id });
    });

    it("outlives the agent: a sandbox that stops or has stopped keeps its dev server, a killed one does not", async () => {
      const id = await createSandbox(job, { runId });
      await dataOf(api.post("/sandboxes/dev-server/start", { id }));
      await dataOf(api.post("/sandboxes/send-message", { sandboxId: id, content: "Hello." }));
      await job.call("sandbox.updateStatus", { sandboxId: id, status: "stopped" });
      expect(await jobsOf("sandbox.message")).toBeNull();
      expect(await jobsOf("sandbox.devServer")).toMatchObject({ sandboxId: id });
      await dataOf(api.post("/sandboxes/dev-server/start", { id }));
      expect(await jobsOf("sandbox.devServer")).toMatchObject({ sandboxId: id });
      const killed = await createSandbox(job, { runId });
      await dataOf(api.post("/sandboxes/dev-server/start", { id: killed }));
      await job.call("sandbox.updateStatus", { sandboxId: killed, status: "killed" });
      expect(await jobsOf("sandbox.devServer")).toBeNull();
    });

    it.each(["provisioning", "killed", "failed"])("409 CONFLICT when it is %s", async (status) => {
      const id = await createSandbox(job, { runId, status });
      const { body } = await api.post("/sandboxes/dev-server/start", { id });
      expect(body.error).toMatchObject({ code: "CONFLICT", message: expect.stringContaining(status) });
      expect(await jobsOf("sandbox.devServer")).toBeNull();
    });
  });

  describe("files, diff and development server", () => {
    const files = [
      { path: "src/app.ts", size: 4, content: "1;\n" },
      { path: "./README.md", content: "# Demo" },
      { path: "/src/lib/a b.ts", size: 9 },
      { path: "src/lib/z.ts", content: "" },
    ];

    it("200 with the last report", async () => {
      const id = await createSandbox(job, { runId });
      expect(await job.call("sandbox.reportFiles", { sandboxId: id, files })).toEqual({ sandboxId: id, count: 4 });
      const list = async (query = "") => (await api.get(`/sandboxes/files?id=${id}${query}`)).body;
      expect(await list()).toEqual({
        data: [
          { path: "README.md", name: "README.md", type: "file", size: null },
          { path: "src", name: "src", type: "folder", size: null },
        ],
        nextCursor: null,
        hasMore: false,
      });
      const src = [
        { path: "src/app.ts", name: "app.ts", type: "file", size: 4 },
        { path: "src/lib", name: "lib", type: "folder", size: null },
      ];
      expect((await list("&path=src")).data).toEqual(src);
      expect((await list("&path=/src/")).data).toEqual(src);
      const first = await list("&path=src&limit=1");
      expect([...first.data, ...(await list(`&path=src&limit=1&cursor=${first.nextCursor}`)).data]).toEqual(src);
      const file = (path: string) => dataOf(api.get(`/sandboxes/file?id=${id}&path=${encodeURIComponent(path)}`));
      expect(await file("src/app.ts")).toEqual({ ...src[0], type: undefined, content: "1;\n", reportedAt: iso });
      expect(await file("src/lib/a b.ts")).toMatchObject({ size: 9, content: null });
      expect(await file("src/lib/z.ts")).toMatchObject({ content: "" });

      await job.call("sandbox.reportFiles", { sandboxId: id, files: [{ path: "other.ts", content: "2;" }] });
      expect((await list()).data).toMatchObject([{ path: "other.ts" }]);
      expect(await refusalOf(api.get(`/sandboxes/files?id=${id}&path=src`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.get(`/sandboxes/file?id=${id}&path=src/app.ts`))).toEqual([404, "NOT_FOUND"]);
      await job.call("sandbox.reportFiles", { sandboxId: id, files: [] });
      expect((await list()).data).toEqual([]);
    });

    it("200 with the last diff and development server", async () => {
      const id = await createSandbox(job, { runId });
      await job.call("sandbox.reportDiff", { sandboxId: id, diff: "- a\n+ b\n" });
      expect(await dataOf(api.get(`/sandboxes/diff?id=${id}`))).toEqual({
        sandboxId: id,
        diff: "- a\n+ b\n",
        reportedAt: iso,
      });
      await job.call("sandbox.reportDiff", { sandboxId: id, diff: "" });
      expect(await dataOf(api.get(`/sandboxes/diff?id=${id}`))).toMatchObject({ diff: "" });
      const starting = { sandboxId: id, url: null, status: "starting" };
      expect(await job.call("sandbox.reportDevServer", starting)).toEqual(starting);
      const up = { sandboxId: id, url: "https://dev.example.com", status: "running" };
      await job.call("sandbox.reportDevServer", up);
      expect(await dataOf(api.get(`/sandboxes/dev-server?id=${id}`))).toEqual({ ...up, reportedAt: iso });
    });

    it("404 NOT_FOUND for each part that was never reported", async () => {
      const id = await createSandbox(job, { runId });
      const parts = [`files?id=${id}`, `file?id=${id}&path=a`, `diff?id=${id}`, `dev-server?id=${id}`];
      for (const part of parts) expect(await refusalOf(api.get(`/sandboxes/${part}`))).toEqual([404, "NOT_FOUND"]);
      await job.call("sandbox.reportDiff", { sandboxId: id, diff: "x" });
      for (const part of [parts[0], parts[3]]) {
        expect(await refusalOf(api.get(`/sandboxes/${part}`))).toEqual([404, "NOT_FOUND"]);
      }
    });

    it("404 NOT_FOUND for a folder requested as a file, a file requested as a folder, and a path that leads outside", async () => {
      const id = await createSandbox(job, { runId });
      await job.call("sandbox.reportFiles", { sandboxId: id, files });
      for (const part of [`file?id=${id}&path=src`, `files?id=${id}&path=src/app.ts`, `files?id=${id}&path=..`]) {
        expect(await refusalOf(api.get(`/sandboxes/${part}`))).toEqual([404, "NOT_FOUND"]);
      }
      expect(await refusalOf(api.get(`/sandboxes/file?id=${id}`))).toEqual([400, "VALIDATION", "path"]);
    });

    it.each([
      ["files.0.path", [{ path: "../a" }]],
      ["files.0.path", [{ path: "/" }]],
      ["files.1.path", [{ path: "a" }, { path: "./a" }]],
      ["files.1.path", [{ path: "a" }, { path: "a/b" }]],
      ["files.1.path", [{ path: "a/b" }, { path: "a" }]],
      ["files", Array.from({ length: 9000 }, (_, index) => ({ path: `f${index}` }))],
      ["files.0.content", [{ path: "a", content: "é".repeat(450_001) }]],
    ])("sandbox.reportFiles: 400 naming %s, and the last report stays", async (field, refused) => {
      const id = await createSandbox(job, { runId });
      await job.call("sandbox.reportFiles", { sandboxId: id, files });
      const call = { sandboxId: id, files: refused };
      expect(await job.refused("sandbox.reportFiles", call)).toEqual([400, expect.stringContaining(field)]);
      expect((await api.get(`/sandboxes/files?id=${id}`)).body.data).toHaveLength(2);
    });
  });

  describe("POST /api/v1/sandboxes/delete", () => {
    it("200 into the trash: it is killed, its jobs are cancelled, and only the trash shows it; and it can be restored", async () => {
      const id = await createSandbox(job, { runId });
      await dataOf(api.post("/sandboxes/send-message", { sandboxId: id, content: "Hello" }));
      expect((await api.post("/sandboxes/delete", { id })).body.data).toEqual({ id, _id: id, deleted: true });
      expect(await counters()).toMatchObject({ totalSandboxes: 0, activeSandboxes: 0 });
      expect(await jobsOf("sandbox.message")).toBeNull();
      for (const part of [`get?id=${id}`, `messages?id=${id}`, `files?id=${id}`]) {
        expect(await refusalOf(api.get(`/sandboxes/${part}`))).toEqual([404, "NOT_FOUND"]);
      }
      expect(await refusalOf(api.post("/sandboxes/delete", { id }))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/sandboxes/list")).body.data).toEqual([]);
      expect((await api.get("/trash?type=sandbox")).body.data).toMatchObject([{ entityType: "sandbox", entityId: id }]);
      expect(await job.refused("sandbox.get", { sandboxId: id })).toEqual([400, expect.stringContaining(id)]);

      await dataOf(api.post(`/trash/sandbox/${id}/restore`));
      expect(await get(id)).toMatchObject({ status: "killed", endedAt: iso });
      expect(await counters()).toMatchObject({ totalSandboxes: 1, activeSandboxes: 0 });
      expect((await api.get(`/sandboxes/messages?id=${id}`)).body.data).toHaveLength(1);
    });

    it("a sandbox that has ended keeps its status", async () => {
      const id = await createSandbox(job, { runId, status: "failed" });
      await dataOf(api.post("/sandboxes/delete", { id }));
      await dataOf(api.post(`/trash/sandbox/${id}/restore`));
      expect(await get(id)).toMatchObject({ status: "failed" });
    });
  });

  it("403 FORBIDDEN for another project's sandbox, on every endpoint", async () => {
    for (const part of ["get", "messages", "files", "diff", "dev-server"]) {
      expect(await refusalOf(api.get(`/sandboxes/${part}?id=${theirSandbox}`))).toEqual([403, "FORBIDDEN"]);
    }
    const id = theirSandbox;
    for (const call of [
      api.get(`/sandboxes/file?id=${id}&path=a`),
      api.post("/sandboxes/send-message", { sandboxId: id, content: "x" }),
      api.post("/sandboxes/dev-server/start", { id }),
      api.post("/sandboxes/delete", { id }),
    ]) {
      expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    }
    expect(await dataOf(stranger.get(`/sandboxes/get?id=${id}`))).toMatchObject({ status: "running" });
  });

  it.each(["sb_", "sb_x", "r_x"])("404 NOT_FOUND for the id %s", async (id) => {
    expect(await refusalOf(api.get(`/sandboxes/get?id=${id}`))).toEqual([404, "NOT_FOUND"]);
    expect(await refusalOf(api.post("/sandboxes/delete", { id }))).toEqual([404, "NOT_FOUND"]);
  });

  it("403 SCOPE_DENIED for a key that may only read", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["sandboxes:read"])).apiKey);
    expect((await reader.get("/sandboxes/list")).status).toBe(200);
    for (const path of ["send-message", "dev-server/start", "delete"]) {
      expect(await refusalOf(reader.post(`/sandboxes/${path}`))).toEqual([403, "SCOPE_DENIED"]);
    }
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:read"])).apiKey);
    expect(await refusalOf(other.get("/sandboxes/list"))).toEqual([403, "SCOPE_DENIED"]);
  });
});

describe("for good", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  async function fill(api: Client): Promise<string> {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    const files = Array.from({ length: 300 }, (_, index) => ({ path: `src/${index}.ts`, content: "x" }));
    for (const _report of [1, 2]) await job.call("sandbox.reportFiles", { sandboxId, files });
    await job.call("sandbox.reportDiff", { sandboxId, diff: "x" });
    await job.call("message.streamCreate", { sandboxId, messageId: sandboxId });
    for (let seq = 0; seq < 300; seq += 1) {
      await job.call("message.streamAppend", { messageId: sandboxId, chunk: "x", seq });
    }
    for (const content of ["a", "b"]) {
      await job.call("message.store", { sandboxId, role: "tool", content, timestamp: 0 });
    }
    const usage = { sandboxId, tokenUsage: { inputTokens: 1 }, durationMs: 0, service: "anthropic" };
    await job.call("usage.computeCostAndRecord", usage);
    return sandboxId;
  }

  const left = async () => {
    const { sandboxes, sandboxFiles, sandboxReports, messages, messageChunks } = await deployment.documents();
    return [sandboxes, sandboxFiles, sandboxReports, messages, messageChunks].map((rows = []) => rows.length);
  };

  it("purging a sandbox deletes its messages and reports in batches, and nothing else", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    await fill(api);
    await deployment.settled();
    const [sandboxes = 0, files = 0, reports = 0, messages = 0, chunks = 0] = await left();
    expect([files, chunks]).toEqual([301, 300]);
    const id = await fill(api);
    await dataOf(api.post("/sandboxes/delete", { id }));
    await dataOf(api.delete(`/trash/sandbox/${id}`));
    await deployment.settled();
    expect(await left()).toEqual([sandboxes, files, reports, messages, chunks]);
    expect((await api.get("/analytics/usage")).body.data).toMatchObject([{ sandboxId: id }, {}]);
    expect(await refusalOf(api.delete(`/trash/sandbox/${id}`))).toEqual([404, "NOT_FOUND"]);
  });

  it("deleting a project deletes its sandboxes with their messages and reports, and its usage", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const before = await left();
    await fill(api);
    await deleteForGood(deployment, api);
    await deployment.settled();
    expect(await left()).toEqual(before);
  });
});
