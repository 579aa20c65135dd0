import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, dataOf, projectForEach, refusalOf, runner, startRun } from "../support/fixtures";
import type { Answer, Client } from "../support/fixtures";

const statuses = ["open", "in_progress", "resolved", "closed"] as const;
const priorities = ["low", "medium", "high", "critical"] as const;
const time = expect.stringMatching(/^\d{4}-.*Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const create = async (changes: object = {}, by = api): Promise<string> =>
    (await dataOf(by.post("/issues/create", { title: "Crash", ...changes }))).id;
  const get = (id: string) => dataOf(api.get(`/issues/get?id=${id}`));
  const startSession = async (by = api): Promise<string> =>
    (await dataOf(by.post("/issue-sessions/start", { prompt: "Look." }))).id;
  const runOf = async (by = api): Promise<string> => (await startRun(by)).id;
  const issueCount = async (id: string) => (await dataOf(api.get(`/issue-sessions/get?id=${id}`))).issueCount;
  const idsOf = async (query: string): Promise<string[]> =>
    (await api.get(`/issues/list${query}`)).body.data.map(({ id }: { id: string }) => id);

  async function counts(): Promise<[total: number, pending: number]> {
    const { totalIssues, pendingIssues } = await dataOf(api.get("/project/counters"));
    return [totalIssues, pendingIssues];
  }

  describe("POST /api/v1/issues/create", () => {
    it("200 with the issue, which its session and the counters count", async () => {
      const sessionId = await startSession();
      const issue = { title: "Crash", description: "On start.", priority: "high", suggestedPrompt: "Fix.", sessionId };
      const { status, body } = await api.post("/issues/create", { ...issue, title: " Crash " });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^issue_/),
        _id: body.data.id,
        ...issue,
        status: "open",
        runId: null,
        workChainId: null,
        createdAt: time,
        updatedAt: time,
        resolvedAt: null,
      });
      expect(await get(body.data.id)).toEqual(body.data);
      expect(await counts()).toEqual([1, 1]);
      expect(await issueCount(sessionId)).toBe(1);
    });

    it("200 with only a title; null counts as not given", async () => {
      const nothing = { description: null, priority: null, suggestedPrompt: null, sessionId: null };
      const { data } = (await api.post("/issues/create", { title: "Crash", ...nothing })).body;
      expect(data).toMatchObject({ ...nothing, priority: "medium" });
    });

    it.each([
      ["title", {}],
      ["title", { title: " " }],
      ["title", { title: null }],
      ["title", { title: "x".repeat(501) }],
      ["description", { title: "Crash", description: "x".repeat(15_001) }],
      ["suggestedPrompt", { title: "Crash", suggestedPrompt: "x".repeat(10_001) }],
      ["priority", { title: "Crash", priority: "urgent" }],
      ["sessionId", { title: "Crash", sessionId: "" }],
      ["status", { title: "Crash", status: "open" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/issues/create", body))).toEqual([400, "VALIDATION", field]);
      expect(await counts()).toEqual([0, 0]);
    });

    it("404 and 403 for a session that is unknown, in the trash, or another project's", async () => {
      const inTrash = await startSession();
      await api.post("/issue-sessions/delete", { sessionId: inTrash });
      const refused = async (sessionId: string) =>
        await refusalOf(api.post("/issues/create", { title: "Crash", sessionId }));
      expect(await refused("is_x")).toEqual([404, "NOT_FOUND"]);
      expect(await refused(inTrash)).toEqual([404, "NOT_FOUND"]);
      expect(await refused(await startSession(stranger))).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("GET /api/v1/issues/list", () => {
    it("200 by status, session and priority in any combination, newest first", async () => {
      const sessionId = await startSession();
      const made: { id: string; status: string; priority: string; sessionId?: string }[] = [];
      for (const origin of [{}, { sessionId }]) {
        for (const [index, status] of statuses.entries()) {
          for (const priority of [priorities[index % 4] ?? "low", priorities[(index + 1) % 4] ?? "low"]) {
            const id = await create({ priority, ...origin });
            if (status !== "open") await dataOf(api.post("/issues/update", { issueId: id, status }));
            made.unshift({ id, status, priority, ...origin });
          }
        }
      }
      const choices = [undefined, ...statuses].flatMap((status) =>
        [undefined, ...priorities].flatMap((priority) =>
          [undefined, sessionId].map((session) => ({ status, priority, sessionId: session })),
        ),
      );
      for (const filters of choices) {
        const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][];
        const expected = made.filter((issue) => given.every(([name, value]) => ({ ...issue })[name as "id"] === value));
        const found = await idsOf(`?${new URLSearchParams(given).toString()}`);
        expect([filters, found]).toEqual([filters, expected.map(({ id }) => id)]);
      }
    });

    it("200 in pages that neither repeat nor skip, across all ranges of a filter", async () => {
      const made: string[] = [];
      for (let index = 0; index < 7; index += 1) made.unshift(await create({ priority: priorities[index % 3] }));
      const pages: string[][] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const { body }: Answer = await api.get(`/issues/list?status=open&limit=3${cursor && `&cursor=${cursor}`}`);
        pages.push(body.data.map(({ id }: { id: string }) => id));
        expect(body.hasMore).toBe(body.nextCursor !== null);
        cursor = body.nextCursor;
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(made);
    });

    it("400 VALIDATION for a cursor of other filters, and for unknown filter values", async () => {
      await create();
      await create();
      const { nextCursor } = (await api.get("/issues/list?limit=1&status=open")).body;
      const refused = (query: string) => refusalOf(api.get(`/issues/list?${query}`));
      expect(await refused(`cursor=${nextCursor}`)).toEqual([400, "VALIDATION", "cursor"]);
      expect(await refused(`priority=medium&cursor=${nextCursor}`)).toEqual([400, "VALIDATION", "cursor"]);
      expect(await refused("status=done")).toEqual([400, "VALIDATION", "status"]);
      expect(await refused("priority=urgent")).toEqual([400, "VALIDATION", "priority"]);
      expect(await refused("colour=red")).toEqual([400, "VALIDATION", "colour"]);
      expect(await refused("limit=101")).toEqual([400, "VALIDATION", "limit"]);
    });

    it("404 and 403 for a session that is unknown or another project's", async () => {
      expect(await refusalOf(api.get("/issues/list?sessionId=is_x"))).toEqual([404, "NOT_FOUND"]);
      const theirs = await startSession(stranger);
      expect(await refusalOf(api.get(`/issues/list?sessionId=${theirs}`))).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("POST /api/v1/issues/update", () => {
    it("200 changing what is given and nothing else; null clears", async () => {
      const issueId = await create({ description: "Old.", suggestedPrompt: "Fix.", priority: "low" });
      const before = await get(issueId);
      const changed = await dataOf(
        api.post("/issues/update", { issueId, title: "Leak", description: null, priority: "critical" }),
      );
      expect(changed).toEqual({ ...before, title: "Leak", description: null, priority: "critical", updatedAt: time });
      expect(await get(issueId)).toEqual(changed);
    });

    it.each(statuses)("200 from any status to %s, with the counters", async (to) => {
      for (const from of statuses) {
        const issueId = await create();
        const [total, others] = await counts();
        await dataOf(api.post("/issues/update", { issueId, status: from }));
        const moved = await dataOf(api.post("/issues/update", { issueId, status: to }));
        expect(moved.status).toBe(to);
        expect(await counts()).toEqual([total, others - Number(to !== "open")]);
      }
    });

    it("200 with the time when it was resolved, also after it is closed, until it is opened again", async () => {
      const issueId = await create();
      const move = async (status: string) => (await dataOf(api.post("/issues/update", { issueId, status }))).resolvedAt;
      const resolvedAt = await move("resolved");
      expect(resolvedAt).toEqual(time);
      expect(await move("resolved")).toBe(resolvedAt);
      expect(await move("closed")).toBe(resolvedAt);
      expect(await move("open")).toBeNull();
      expect(await move("closed")).toBeNull();
    });

    it.each([
      ["title", { title: null }],
      ["title", { title: "" }],
      ["status", { status: "done" }],
      ["status", { status: null }],
      ["priority", { priority: "urgent" }],
      ["sessionId", { sessionId: "is_x" }],
    ])("400 VALIDATION naming %s for %j", async (field, changes) => {
      const issueId = await create();
      const before = await get(issueId);
      const update = api.post("/issues/update", { issueId, ...changes });
      expect(await refusalOf(update)).toEqual([400, "VALIDATION", field]);
      expect(await get(issueId)).toEqual(before);
    });
  });

  describe("POST /api/v1/issues/delete", () => {
    it("200 for good, and no counter includes it any more", async () => {
      const sessionId = await startSession();
      const issueId = await create({ sessionId });
      const kept = await create({ sessionId });
      expect(await dataOf(api.post("/issues/delete", { issueId }))).toEqual({
        id: issueId,
        _id: issueId,
        deleted: true,
      });
      expect(await refusalOf(api.post("/issues/delete", { issueId }))).toEqual([404, "NOT_FOUND"]);
      expect(await idsOf("")).toEqual([kept]);
      expect(await counts()).toEqual([1, 1]);
      expect(await issueCount(sessionId)).toBe(1);
      expect((await api.get("/trash/list")).body.data).toEqual([]);
    });
  });

  describe("POST /api/v1/issues/bulk-delete", () => {
    it("200 deleting each once, with all counts", async () => {
      const sessionId = await startSession();
      const ids = [await create({ sessionId }), await create()];
      await dataOf(api.post("/issues/update", { issueId: ids[1], status: "closed" }));
      const kept = await create();
      const deleted = await dataOf(api.post("/issues/bulk-delete", { issueIds: [...ids, ids[0]] }));
      expect(deleted).toEqual({ ids, count: 2, deleted: true });
      expect(await idsOf("")).toEqual([kept]);
      expect(await counts()).toEqual([1, 1]);
      expect(await issueCount(sessionId)).toBe(0);
    });

    it("404 and 403 for one of them, and none is deleted", async () => {
      const issueId = await create();
      const theirs = await create({}, stranger);
      const bulk = (other: string) => refusalOf(api.post("/issues/bulk-delete", { issueIds: [issueId, other] }));
      expect(await bulk("issue_x")).toEqual([404, "NOT_FOUND"]);
      expect(await bulk(theirs)).toEqual([403, "FORBIDDEN"]);
      expect(await idsOf("")).toEqual([issueId]);
      expect(await counts()).toEqual([1, 1]);
    });

    it.each([[[]], [null], ["issue_x"], [Array.from({ length: 101 }, () => "issue_x")]])(
      "400 VALIDATION for too few, too many or no list (%#)",
      async (issueIds) => {
        const refused = await refusalOf(api.post("/issues/bulk-delete", { issueIds }));
        expect(refused).toEqual([400, "VALIDATION", "issueIds"]);
      },
    );
  });

  describe("POST /api/v1/issues/link-run", () => {
    it("200 in progress with the run, whose log and runner see the issue", async () => {
      const [issueId, runId] = [await create(), await runOf()];
      expect(await job.call("issue.getByRun", { runId })).toBeNull();
      const linked = await dataOf(api.post("/issues/link-run", { issueId, runId }));
      expect(linked).toMatchObject({ id: issueId, status: "in_progress", runId });
      expect(await get(issueId)).toEqual(linked);
      expect(await counts()).toEqual([1, 0]);
      expect(await job.call("issue.getByRun", { runId })).toEqual(linked);
      const events = (await api.get(`/runs/events?id=${runId}`)).body.data;
      expect(events.at(-1)).toMatchObject({ type: "issue.linked", data: { issueId } });
    });

    it("200 from any status, the newest run in place of an earlier one", async () => {
      const [issueId, first, second] = [await create(), await runOf(), await runOf()];
      await dataOf(api.post("/issues/link-run", { issueId, runId: first }));
      await dataOf(api.post("/issues/update", { issueId, status: "resolved" }));
      const linked = await dataOf(api.post("/issues/link-run", { issueId, runId: second }));
      expect(linked).toMatchObject({ status: "in_progress", runId: second, resolvedAt: null });
      expect(await job.call("issue.getByRun", { runId: first })).toBeNull();
    });

    it("resolves the issues in progress of a run whose pull request is merged, and no other", async () => {
      const runId = await runOf();
      const [linked, closed, free] = [await create(), await create(), await create()];
      for (const issueId of [linked, closed]) await dataOf(api.post("/issues/link-run", { issueId, runId }));
      await dataOf(api.post("/issues/update", { issueId: closed, status: "closed" }));
      expect((await job.call("issue.getByRun", { runId })).id).toBe(linked);
      const report = { runId, prUrl: "https://code.example/acme/app/pull/1" };
      await job.call("run.updatePr", { ...report, prStatus: "open" });
      expect((await get(linked)).status).toBe("in_progress");
      await job.call("run.updatePr", { ...report, prStatus: "merged" });
      const shown = await Promise.all([linked, closed, free].map(get));
      expect(shown.map(({ status }) => status)).toEqual(["resolved", "closed", "open"]);
      expect(shown[0].resolvedAt).toEqual(time);
    });

    it("resolves all issues of a run, however many", async () => {
      const [sessionId, runId] = [await startSession(), await runOf()];
      const issues = Array.from({ length: 30 }, (_, index) => ({ title: `${index}` }));
      const { ids } = await job.call("issueSession.createIssuesFromJson", { sessionId, issues });
      await Promise.all(ids.map((issueId: string) => dataOf(api.post("/issues/link-run", { issueId, runId }))));
      await job.call("run.updatePr", { runId, prUrl: "https://code.example/acme/app/pull/1", prStatus: "merged" });
      await expect.poll(() => idsOf("?status=resolved&limit=100")).toHaveLength(30);
    });

    it("400, 404 and 403 for what is missing, unknown or another project's, changing nothing", async () => {
      const [issueId, runId] = [await create(), await runOf()];
      const link = (body: object) => refusalOf(api.post("/issues/link-run", body));
      expect(await link({ issueId })).toEqual([400, "VALIDATION", "runId"]);
      expect(await link({ runId })).toEqual([400, "VALIDATION", "issueId"]);
      expect(await link({ issueId, runId: "r_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await link({ issueId: "issue_x", runId })).toEqual([404, "NOT_FOUND"]);
      expect(await link({ issueId, runId: await runOf(stranger) })).toEqual([403, "FORBIDDEN"]);
      expect(await get(issueId)).toMatchObject({ status: "open", runId: null });
    });
  });

  it("issue.getByRun: 400 for a run that does not exist", async () => {
    expect(await job.refused("issue.getByRun", { runId: "r_x" })).toEqual([400, expect.stringContaining("r_x")]);
    expect((await job.refused("issue.getByRun", {}))[0]).toBe(400);
  });

  /** All requests that name an issue. */
  const calls = (by: Client, issueId: string) => [
    by.get(`/issues/get?id=${issueId}`),
    by.post("/issues/update", { issueId, title: "Mine" }),
    by.post("/issues/link-run", { issueId, runId: "r_x" }),
    by.post("/issues/delete", { issueId }),
    by.post("/issues/bulk-delete", { issueIds: [issueId] }),
  ];

  it("403 FORBIDDEN for another project's, which stays as it is", async () => {
    const issueId = await create();
    const before = await get(issueId);
    for (const call of calls(stranger, issueId)) expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    expect(await get(issueId)).toEqual(before);
    expect((await stranger.get("/issues/list")).body.data).not.toContainEqual(before);
  });

  it.each(["issue_", "issue_x", "r_x", "x"])("404 NOT_FOUND for the id %s", async (id) => {
    for (const call of calls(api, id)) expect(await refusalOf(call)).toEqual([404, "NOT_FOUND"]);
  });

  it("400 VALIDATION naming the id where it is missing", async () => {
    expect(await refusalOf(api.get("/issues/get"))).toEqual([400, "VALIDATION", "id"]);
    expect(await refusalOf(api.post("/issues/update"))).toEqual([400, "VALIDATION", "issueId"]);
    expect(await refusalOf(api.post("/issues/delete"))).toEqual([400, "VALIDATION", "issueId"]);
  });

  it("403 SCOPE_DENIED without the scope, before anything else is checked", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["issues:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get("/issues/list")).status).toBe(200);
    for (const path of ["create", "update", "delete", "link-run", "bulk-delete"]) {
      expect(await refusalOf(reader.post(`/issues/${path}`))).toEqual([403, "SCOPE_DENIED"]);
    }
    expect(await refusalOf(other.get("/issues/list"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(other.get("/issues/get"))).toEqual([403, "SCOPE_DENIED"]);
  });
});
