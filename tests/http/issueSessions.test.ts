import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createProject,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  deleteForGood,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const statuses = ["active", "completed", "failed", "cancelled"] as const;
const time = expect.stringMatching(/^\d{4}-.*Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const start = async (changes: object = {}, by = api): Promise<string> =>
    (await dataOf(by.post("/issue-sessions/start", { prompt: "Look.", ...changes }))).id;
  const get = (id: string) => dataOf(api.get(`/issue-sessions/get?id=${id}`));
  const post = (path: string, body: object) => api.post(`/issue-sessions/${path}`, body);
  const listed = async (): Promise<string[]> =>
    (await api.get("/issue-sessions/list")).body.data.map(({ id }: { id: string }) => id);
  const inTrash = async () => (await api.get("/trash?type=issueSession")).body.data;

  /** Claims the job of the session. Returns null when the job does not wait. */
  async function claimScanOf(sessionId: string) {
    for (;;) {
      const claimed = await job.call("job.claim", { runnerId: "t", kinds: ["issueSession.scan"] });
      if (claimed === null || claimed.issueSessionId === sessionId) return claimed;
    }
  }

  /** Does what the runner does first: a sandbox and two steps, one of which is done. */
  async function begin(sessionId: string) {
    const sandboxPayload = { runtimeSandboxId: `rt-${sessionId}`, status: "running" };
    const { id: sandboxId } = await job.call("issueSession.createSandbox", { sessionId, sandboxPayload });
    const makeStep = async (stepIndex: number): Promise<string> =>
      (await job.call("issueSessionStep.create", { sessionId, role: "researcher", name: "Read", stepIndex })).id;
    const steps = [await makeStep(0), await makeStep(1), await makeStep(2)];
    await job.call("issueSessionStep.updateStatus", { stepId: steps[0], status: "completed" });
    await job.call("issueSessionStep.updateStatus", { stepId: steps[1], status: "running" });
    return { sandboxId, steps };
  }

  /** Returns the present states of the session's sandbox, steps and job. */
  async function childrenOf(sessionId: string, sandboxId: string) {
    const { steps } = await job.call("issueSession.get", { sessionId });
    const sandbox = await job.call("sandbox.get", { sandboxId });
    return [steps.map(({ status }: { status: string }) => status), sandbox.status];
  }

  describe("POST /api/v1/issue-sessions/start", () => {
    it("201 with a session that is active, and a job for the runner", async () => {
      const wanted = { templateId: "deep", memoryMb: 256, cpuCount: 32, timeoutMs: 86_400_000 };
      const { status, body } = await post("start", { prompt: " Look for crashes.\nAll of them. ", ...wanted });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^is_/),
        _id: body.data.id,
        name: "Look for crashes.",
        status: "active",
        ...wanted,
        iteration: 0,
        progress: null,
        issueCount: 0,
        sandboxId: null,
        error: null,
        createdAt: time,
        completedAt: null,
      });
      const prompt = "Look for crashes.\nAll of them.";
      expect(await get(body.data.id)).toEqual({ ...body.data, prompt, steps: [] });
      expect((await api.get("/issue-sessions/list")).body.data).toEqual([body.data]);
      expect(await claimScanOf(body.data.id)).toMatchObject({ kind: "issueSession.scan", attempt: 1 });
    });

    it("201 with only a prompt; null counts as not given; a long first line becomes a shortened name", async () => {
      const nothing = { templateId: null, memoryMb: null, cpuCount: null, timeoutMs: null };
      const { data } = (await post("start", { prompt: "\u{1f600}".repeat(100), ...nothing })).body;
      expect(data).toMatchObject({ ...nothing, name: `${"\u{1f600}".repeat(79)}…` });
    });

    it.each([
      ["prompt", {}],
      ["prompt", { prompt: " " }],
      ["prompt", { prompt: null }],
      ["prompt", { prompt: "x".repeat(40_001) }],
      ["templateId", { prompt: "Look.", templateId: "" }],
      ["memoryMb", { prompt: "Look.", memoryMb: 255 }],
      ["memoryMb", { prompt: "Look.", memoryMb: 65_537 }],
      ["cpuCount", { prompt: "Look.", cpuCount: 0 }],
      ["cpuCount", { prompt: "Look.", cpuCount: 1.5 }],
      ["timeoutMs", { prompt: "Look.", timeoutMs: 59_999 }],
      ["timeoutMs", { prompt: "Look.", timeoutMs: "60000" }],
      ["name", { prompt: "Look.", name: "Mine" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(post("start", body))).toEqual([400, "VALIDATION", field]);
      expect(await listed()).toEqual([]);
    });
  });

  it("GET /api/v1/issue-sessions/list: 200 in pages, newest first, of this project alone", async () => {
    const ids = [await start(), await start(), await start()].toReversed();
    const first = (await api.get("/issue-sessions/list?limit=2")).body;
    const second = (await api.get(`/issue-sessions/list?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
    const theirs = await stranger.get(`/issue-sessions/list?cursor=${first.nextCursor}`);
    expect(theirs.body.error).toMatchObject({ code: "VALIDATION", field: "cursor" });
    expect(await refusalOf(api.get("/issue-sessions/list?status=active"))).toEqual([400, "VALIDATION", "status"]);
  });

  describe("POST /api/v1/issue-sessions/rename", () => {
    it("200 changing the name alone", async () => {
      const sessionId = await start();
      const before = await get(sessionId);
      const renamed = await dataOf(post("rename", { sessionId, name: " Crashes " }));
      expect(renamed).toMatchObject({ id: sessionId, name: "Crashes" });
      expect(await get(sessionId)).toEqual({ ...before, name: "Crashes" });
    });

    it.each([
      ["name", {}],
      ["name", { name: " " }],
      ["name", { name: null }],
      ["name", { name: "x".repeat(201) }],
      ["prompt", { name: "Crashes", prompt: "x" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      const sessionId = await start();
      expect(await refusalOf(post("rename", { sessionId, ...body }))).toEqual([400, "VALIDATION", field]);
      expect((await get(sessionId)).name).toBe("Look.");
    });
  });

  describe("POST /api/v1/issue-sessions/delete", () => {
    it("200 into the trash; the session and all its open work are cancelled", async () => {
      const sessionId = await start();
      const { sandboxId } = await begin(sessionId);
      const { id: jobId } = await claimScanOf(sessionId);
      expect(await dataOf(post("delete", { sessionId }))).toEqual({ id: sessionId, _id: sessionId, deleted: true });
      expect(await refusalOf(api.get(`/issue-sessions/get?id=${sessionId}`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(post("delete", { sessionId }))).toEqual([404, "NOT_FOUND"]);
      expect(await listed()).toEqual([]);
      expect(await inTrash()).toMatchObject([{ entityType: "issueSession", entityId: sessionId, name: "Look." }]);
      const beat = await job.call("job.heartbeat", { jobId, runnerId: "t" });
      expect(beat.cancelRequested).toBe(true);
      await dataOf(post("restore", { sessionId }));
      expect(await get(sessionId)).toMatchObject({ status: "cancelled", completedAt: time });
      expect(await childrenOf(sessionId, sandboxId)).toEqual([["completed", "cancelled", "cancelled"], "killed"]);
    });

    it("200 leaving an ended session unchanged", async () => {
      const sessionId = await start();
      await job.call("issueSession.updateStatus", { sessionId, status: "completed" });
      const before = await get(sessionId);
      await dataOf(post("delete", { sessionId }));
      await dataOf(post("restore", { sessionId }));
      expect(await get(sessionId)).toEqual(before);
    });

    it("200 and no runner gets its job any more", async () => {
      const sessionId = await start();
      await dataOf(post("delete", { sessionId }));
      expect(await claimScanOf(sessionId)).toBeNull();
    });
  });

  describe("POST /api/v1/issue-sessions/restore", () => {
    it("200 with the session, in the lists again", async () => {
      const sessionId = await start();
      await post("delete", { sessionId });
      const restored = await dataOf(post("restore", { sessionId }));
      expect(restored).toMatchObject({ id: sessionId, status: "cancelled" });
      expect((await api.get("/issue-sessions/list")).body.data).toEqual([restored]);
      expect(await inTrash()).toEqual([]);
    });

    it("409 CONFLICT for a session that is not in the trash", async () => {
      const sessionId = await start();
      expect(await refusalOf(post("restore", { sessionId }))).toEqual([409, "CONFLICT"]);
      expect((await get(sessionId)).status).toBe("active");
    });
  });

  describe("POST /api/v1/issue-sessions/permanent-delete", () => {
    it("200 for good, with its answering sessions; its issues stay without it, however many", async () => {
      const sessionId = await start();
      await begin(sessionId);
      const issues = Array.from({ length: 45 }, (_, index) => ({ title: `${index}` }));
      await job.call("issueSession.createIssuesFromJson", { sessionId, issues });
      const makeAnswers = async () =>
        (await dataOf(api.post("/answering-sessions", { issueSessionId: sessionId }))).id as string;
      const [answers, archived] = [await makeAnswers(), await makeAnswers()];
      await api.delete(`/answering-sessions/${archived}`);
      await dataOf(post("delete", { sessionId }));
      expect(await dataOf(post("permanent-delete", { sessionId }))).toMatchObject({ id: sessionId, deleted: true });
      expect(await refusalOf(post("restore", { sessionId }))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/trash")).body.data).toEqual([]);
      expect(await refusalOf(api.get(`/answering-sessions/${answers}`))).toEqual([404, "NOT_FOUND"]);
      const origins = async () => {
        const { data } = (await api.get("/issues/list?limit=100")).body;
        return data.map((issue: { sessionId: string | null }) => issue.sessionId);
      };
      await expect.poll(origins).toEqual(issues.map(() => null));
      const [{ id: issueId }] = (await api.get("/issues/list")).body.data;
      expect((await api.post("/issues/delete", { issueId })).status).toBe(200);
    });

    it("409 CONFLICT for a session that is not in the trash", async () => {
      const sessionId = await start();
      expect(await refusalOf(post("permanent-delete", { sessionId }))).toEqual([409, "CONFLICT"]);
      expect((await get(sessionId)).status).toBe("active");
    });
  });

  it("the trash restores and deletes sessions, too", async () => {
    const sessionId = await start();
    await post("delete", { sessionId });
    const named = { entityType: "issueSession", entityId: sessionId };
    await dataOf(api.post("/trash/restore", named));
    expect((await get(sessionId)).status).toBe("cancelled");
    await post("delete", { sessionId });
    await dataOf(api.post("/trash/permanent-delete", named));
    expect(await refusalOf(post("restore", { sessionId }))).toEqual([404, "NOT_FOUND"]);
  });

  describe("POST /api/v1/issue-sessions/bulk-delete", () => {
    it("200 into the trash, each once", async () => {
      const ids = [await start(), await start()];
      const kept = await start();
      const deleted = await dataOf(post("bulk-delete", { sessionIds: [...ids, ids[0]] }));
      expect(deleted).toEqual({ ids, count: 2, deleted: true });
      expect(await listed()).toEqual([kept]);
      expect((await inTrash()).map(({ entityId }: { entityId: string }) => entityId).toSorted()).toEqual(
        ids.toSorted(),
      );
    });

    it("404 and 403 for one of them, and none is deleted", async () => {
      const sessionId = await start();
      const bulk = (other: string) => refusalOf(post("bulk-delete", { sessionIds: [sessionId, other] }));
      expect(await bulk("is_x")).toEqual([404, "NOT_FOUND"]);
      expect(await bulk(await start({}, stranger))).toEqual([403, "FORBIDDEN"]);
      expect(await listed()).toEqual([sessionId]);
      expect((await get(sessionId)).status).toBe("active");
    });

    it.each([[[]], [null], [Array.from({ length: 101 }, () => "is_x")]])(
      "400 VALIDATION for too few, too many or no list (%#)",
      async (sessionIds) => {
        expect(await refusalOf(post("bulk-delete", { sessionIds }))).toEqual([400, "VALIDATION", "sessionIds"]);
      },
    );
  });

  describe("issueSession.updateStatus", () => {
    it.each([
      ["completed", ["completed", "running", "pending"], "running"],
      ["failed", ["completed", "cancelled", "cancelled"], "killed"],
      ["cancelled", ["completed", "cancelled", "cancelled"], "killed"],
    ] as const)("active -> %s, as REST then shows it", async (status, steps, sandbox) => {
      const sessionId = await start();
      const { sandboxId } = await begin(sessionId);
      const changed = await job.call("issueSession.updateStatus", { sessionId, status, error: "Why." });
      expect(changed).toMatchObject({ id: sessionId, status, error: "Why.", completedAt: time });
      expect(await get(sessionId)).toMatchObject(changed);
      expect(await job.call("issueSession.get", { sessionId })).toEqual(await get(sessionId));
      expect(await childrenOf(sessionId, sandboxId)).toEqual([steps, sandbox]);
    });

    it.each(["completed", "failed", "cancelled"])(
      "400 for any move away from %s; repeating it is none",
      async (end) => {
        const sessionId = await start();
        const ended = await job.call("issueSession.updateStatus", { sessionId, status: end });
        for (const status of statuses.filter((other) => other !== end)) {
          const refused = await job.refused("issueSession.updateStatus", { sessionId, status });
          expect(refused).toEqual([400, expect.stringContaining(`The issue session is ${end}`)]);
        }
        expect(await job.call("issueSession.updateStatus", { sessionId, status: end })).toEqual(ended);
        expect(await get(sessionId)).toMatchObject(ended);
      },
    );
  });

  it("a session whose job has failed permanently has failed, with its error", async () => {
    const sessionId = await start();
    const { id: jobId } = await claimScanOf(sessionId);
    await job.call("job.fail", { jobId, runnerId: "t", error: "No disk.", retryable: false });
    expect(await get(sessionId)).toMatchObject({ status: "failed", error: "No disk.", completedAt: time });
  });

  describe("issueSession.createSandbox", () => {
    it("returns the id and status of a sandbox, which belongs to the session", async () => {
      const sessionId = await start();
      const sandboxPayload = { runtimeSandboxId: "rt-1", memoryMb: 512 };
      const made = await job.call("issueSession.createSandbox", { sessionId, sandboxPayload });
      expect(made).toEqual({ id: expect.stringMatching(/^sb_/), status: "provisioning" });
      expect((await get(sessionId)).sandboxId).toBe(made.id);
      const sandbox = await job.call("sandbox.get", { sandboxId: made.id });
      expect(sandbox).toMatchObject({ id: made.id, runtimeSandboxId: "rt-1" });
    });

    it("400 without the fields that a sandbox needs", async () => {
      const sessionId = await start();
      for (const sandboxPayload of [undefined, {}, { runtimeSandboxId: "rt-1", colour: "red" }]) {
        expect((await job.refused("issueSession.createSandbox", { sessionId, sandboxPayload }))[0]).toBe(400);
      }
      expect((await get(sessionId)).sandboxId).toBeNull();
    });
  });

  describe("issueSession.createIssuesFromJson", () => {
    it("makes issues in order, and the session and the counters count them", async () => {
      const sessionId = await start();
      const issues = [
        { title: "Crash", description: "On start.", priority: "critical", suggestedPrompt: "Fix." },
        { title: "Leak", description: null },
      ];
      const made = await job.call("issueSession.createIssuesFromJson", { sessionId, issues });
      expect(made).toEqual({ ids: [expect.stringMatching(/^issue_/), expect.stringMatching(/^issue_/)], count: 2 });
      const { data } = (await api.get(`/issues/list?sessionId=${sessionId}`)).body;
      expect(data.map(({ id }: { id: string }) => id)).toEqual(made.ids.toReversed());
      expect(data[1]).toMatchObject({ ...issues[0], status: "open", sessionId });
      expect(data[0]).toMatchObject({ title: "Leak", description: null, priority: "medium" });
      expect((await get(sessionId)).issueCount).toBe(2);
      const { totalIssues, pendingIssues } = await dataOf(api.get("/project/counters"));
      expect([totalIssues, pendingIssues]).toEqual([2, 2]);
    });

    it.each([
      ["args.issues", []],
      ["args.issues", Array.from({ length: 201 }, () => ({ title: "Crash" }))],
      ["args.issues.1.title", [{ title: "Crash" }, {}]],
      ["args.issues.0.priority", [{ title: "Crash", priority: "urgent" }]],
      ["args.issues.0.severity", [{ title: "Crash", severity: "high" }]],
      ["args.issues.0", ['{"title":"Crash"}']],
    ])("400 naming %s, and none is made (%#)", async (field, issues) => {
      const sessionId = await start();
      const [status, error] = await job.refused("issueSession.createIssuesFromJson", { sessionId, issues });
      expect([status, error]).toEqual([400, expect.stringContaining(`${field} `)]);
      expect((await get(sessionId)).issueCount).toBe(0);
    });
  });

  it("issueSession.updateIteration counts up; issueSession.updateProgress sets the progress", async () => {
    const sessionId = await start();
    expect((await job.call("issueSession.updateIteration", { sessionId })).iteration).toBe(1);
    expect((await job.call("issueSession.updateIteration", { sessionId })).iteration).toBe(2);
    const changed = await job.call("issueSession.updateProgress", { sessionId, progress: "Half of the files." });
    expect(changed).toMatchObject({ id: sessionId, iteration: 2, progress: "Half of the files." });
    expect(await get(sessionId)).toMatchObject(changed);
    for (const progress of [undefined, "", null, 0.5, "x".repeat(2001)]) {
      expect((await job.refused("issueSession.updateProgress", { sessionId, progress }))[0]).toBe(400);
    }
    expect(await get(sessionId)).toMatchObject(changed);
  });

  describe("issueSessionStep", () => {
    it("create, then updateStatus to any status: the session shows its steps in their order", async () => {
      const sessionId = await start();
      const step = { role: "researcher", name: "Read", stepIndex: 0 };
      const { id: stepId, status } = await job.call("issueSessionStep.create", { sessionId, ...step });
      expect([stepId, status]).toEqual([expect.stringMatching(/^iss_/), "pending"]);
      const update = (next: string) => job.call("issueSessionStep.updateStatus", { stepId, status: next });
      const running = await update("running");
      expect(running).toEqual({
        id: stepId,
        _id: stepId,
        sessionId,
        ...step,
        status: "running",
        createdAt: time,
        startedAt: time,
        completedAt: null,
      });
      for (const end of ["completed", "failed", "skipped", "cancelled"]) {
        expect(await update(end)).toEqual({ ...running, status: end, completedAt: time });
      }
      const again = await update("running");
      expect(again).toEqual(running);
      const { id: second } = await job.call("issueSessionStep.create", { sessionId, ...step, stepIndex: 1 });
      const { steps } = await get(sessionId);
      expect(steps).toEqual([again, expect.objectContaining({ id: second, status: "pending", startedAt: null })]);
    });

    it("400 for an unknown step, role, index or status", async () => {
      const sessionId = await start();
      const step = { sessionId, role: "judge", name: "Judge", stepIndex: 0 };
      const { id: stepId } = await job.call("issueSessionStep.create", step);
      for (const wrong of [{ role: "boss" }, { stepIndex: -1 }, { stepIndex: 0.5 }, { name: "" }, { x: 1 }]) {
        expect((await job.refused("issueSessionStep.create", { ...step, ...wrong }))[0]).toBe(400);
      }
      for (const args of [
        { stepId, status: "done" },
        { stepId: "iss_x", status: "running" },
      ]) {
        expect((await job.refused("issueSessionStep.updateStatus", args))[0]).toBe(400);
      }
      expect((await get(sessionId)).steps).toMatchObject([{ id: stepId, status: "pending" }]);
    });
  });

  /** The operations in which the runner names a session. */
  const operations: [operation: string, args: object][] = [
    ["issueSession.get", {}],
    ["issueSession.createSandbox", { sandboxPayload: { runtimeSandboxId: "rt-1" } }],
    ["issueSession.updateStatus", { status: "completed" }],
    ["issueSession.createIssuesFromJson", { issues: [{ title: "Crash" }] }],
    ["issueSession.updateIteration", {}],
    ["issueSession.updateProgress", { progress: "Half." }],
    ["issueSessionStep.create", { role: "judge", name: "Judge", stepIndex: 0 }],
  ];

  it.each(operations)("%s: 400 for a session that does not exist or is in the trash", async (operation, args) => {
    const sessionId = await start();
    await dataOf(post("delete", { sessionId }));
    for (const id of [sessionId, "is_x", "issue_x"]) {
      const refused = await job.refused(operation, { ...args, sessionId: id });
      expect(refused).toEqual([400, expect.stringContaining("There is no issue session")]);
    }
  });

  /** All requests that name a session, except those of the trash. */
  const calls = (by: Client, sessionId: string) => [
    by.get(`/issue-sessions/get?id=${sessionId}`),
    by.post("/issue-sessions/rename", { sessionId, name: "Mine" }),
    by.post("/issue-sessions/delete", { sessionId }),
    by.post("/issue-sessions/bulk-delete", { sessionIds: [sessionId] }),
    by.post("/issue-sessions/restore", { sessionId }),
    by.post("/issue-sessions/permanent-delete", { sessionId }),
  ];

  it("403 FORBIDDEN for another project's, which stays as it is", async () => {
    const sessionId = await start();
    const before = await get(sessionId);
    for (const call of calls(stranger, sessionId)) expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    expect(await get(sessionId)).toEqual(before);
  });

  it.each(["is_", "is_x", "issue_x", "x"])("404 NOT_FOUND for the id %s", async (id) => {
    for (const call of calls(api, id)) expect(await refusalOf(call)).toEqual([404, "NOT_FOUND"]);
  });

  it("403 SCOPE_DENIED without the scope, before anything else is checked", async () => {
    const { projectId } = project;
    const reader = client(deployment, (await createKey(deployment, projectId, ["issue-sessions:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, projectId, ["issues:write"])).apiKey);
    expect((await reader.get("/issue-sessions/list")).status).toBe(200);
    for (const path of ["start", "rename", "delete", "restore", "permanent-delete", "bulk-delete"]) {
      expect(await refusalOf(reader.post(`/issue-sessions/${path}`))).toEqual([403, "SCOPE_DENIED"]);
    }
    expect(await refusalOf(other.get("/issue-sessions/list"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(other.get("/issue-sessions/get"))).toEqual([403, "SCOPE_DENIED"]);
  });
});

describe("for good", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const tables = ["issueSessions", "issueSessionPrompts", "issueSessionSteps", "issues"] as const;

  async function rowCounts(): Promise<number[]> {
    const documents = await deployment.documents();
    return tables.map((table) => documents[table]?.length ?? 0);
  }

  /** Makes a session with everything that can belong to it, in a project that has nothing else. */
  async function fill() {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const sessionId = (await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }))).id;
    const step = { sessionId, role: "judge", name: "Judge", stepIndex: 0 };
    for (let index = 0; index < 201; index += 1) await job.call("issueSessionStep.create", step);
    await job.call("issueSession.createIssuesFromJson", { sessionId, issues: [{ title: "Crash" }] });
    expect(await rowCounts()).toEqual([1, 1, 201, 1]);
    return { api, sessionId };
  }

  it("a session that was deleted for good leaves its issues and nothing else", async () => {
    const { api, sessionId } = await fill();
    await dataOf(api.post("/issue-sessions/delete", { sessionId }));
    await dataOf(api.post("/issue-sessions/permanent-delete", { sessionId }));
    await deployment.settled();
    expect(await rowCounts()).toEqual([0, 0, 0, 1]);
    await deleteForGood(deployment, api);
    await deployment.settled();
  });

  it("deleting a project deletes its sessions and issues", async () => {
    const { api } = await fill();
    await deleteForGood(deployment, api);
    await deployment.settled();
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
  });
});
