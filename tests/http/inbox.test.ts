import { beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createWorkflow,
  dataOf,
  deleteForGood,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

const prUrl = "https://code.example/acme/app/pull/7";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const listed = async () => (await api.get("/inbox")).body.data as Record<string, string>[];
  /** Returns what waits, as texts such as `run_failed Build`. The count must agree. */
  async function waiting(): Promise<string[]> {
    const items = await listed();
    expect(await dataOf(api.get("/inbox/count"))).toEqual({ count: items.length });
    return items.map(({ kind, title }) => `${kind} ${title}`);
  }
  const dismissAll = async () => {
    for (const { id } of await listed()) await dataOf(api.post("/inbox/dismiss", { id }));
  };
  const report = (runId: string, status: string, changes: object = {}) =>
    job.call("run.updateStatus", { runId, status, ...changes });
  const start = async (name = "Build"): Promise<string> => (await startRun(api, { name })).id;
  async function startFailed(name = "Build", error = "The disk is full."): Promise<string> {
    const runId = await start(name);
    await report(runId, "failed", { error });
    return runId;
  }
  const post = async (path: string, body: object) => await dataOf(api.post(path, body));

  describe("GET /api/v1/inbox", () => {
    it("200 with each item's cause and subject", async () => {
      const runId = await startFailed();
      const [item] = await listed();
      expect(item).toEqual({
        id: expect.stringMatching(/^inbox_/),
        _id: item!["id"],
        kind: "run_failed",
        since: expect.stringMatching(/Z$/),
        title: "Build",
        reason: "The disk is full.",
        subject: { type: "run", id: runId },
        runId,
        projectId: project.projectId,
      });
    });

    it("200 oldest first, in pages, of this project alone; 400 for another list's cursor", async () => {
      for (const name of ["A", "B", "C"]) await startFailed(name);
      const first = (await api.get("/inbox?limit=2")).body;
      const second = (await api.get(`/inbox?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data].map(({ title }) => title)).toEqual(["A", "B", "C"]);
      expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
      expect((await stranger.get("/inbox")).body.data).toEqual([]);
      const other = api.get(`/merging/list?cursor=${first.nextCursor}`);
      expect(await refusalOf(other)).toEqual([400, "VALIDATION", "cursor"]);
      expect(await refusalOf(api.get("/inbox?kind=run_failed"))).toEqual([400, "VALIDATION", "kind"]);
    });

    it("403 SCOPE_DENIED without runs:read, and dismissing needs runs:write", async () => {
      const withScopes = async (...scopes: string[]) =>
        client(deployment, (await createKey(deployment, project.projectId, scopes)).apiKey);
      const none = await withScopes("project:read");
      expect(await refusalOf(none.get("/inbox"))).toEqual([403, "SCOPE_DENIED"]);
      expect(await refusalOf(none.get("/inbox/count"))).toEqual([403, "SCOPE_DENIED"]);
      await startFailed();
      const [item] = await listed();
      const reader = await withScopes("runs:read");
      expect((await reader.get("/inbox")).body.data).toEqual([item]);
      expect(await refusalOf(reader.post("/inbox/dismiss", { id: item!["id"] }))).toEqual([403, "SCOPE_DENIED"]);
    });
  });

  describe("POST /api/v1/inbox/dismiss", () => {
    it("200, and the item stays away until something new happens to its subject", async () => {
      const runId = await startFailed();
      const [item] = await listed();
      const dismissed = await post("/inbox/dismiss", { id: item!["id"] });
      expect(dismissed).toEqual({ id: item!["id"], _id: item!["id"], dismissed: true });
      await report(runId, "failed", { error: "Again." });
      expect(await waiting()).toEqual([]);
      await post("/runs/restart", { runId });
      await report(runId, "failed", { error: "Once more." });
      expect((await listed()).map(({ reason }) => reason)).toEqual(["Once more."]);
    });

    it("404 for a dismissed or settled item, 403 for another project's, 400 without an id", async () => {
      await startFailed();
      const [item] = await listed();
      const dismiss = { id: item!["id"] };
      expect(await refusalOf(stranger.post("/inbox/dismiss", dismiss))).toEqual([403, "FORBIDDEN"]);
      await post("/inbox/dismiss", dismiss);
      expect(await refusalOf(api.post("/inbox/dismiss", dismiss))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.post("/inbox/dismiss", { id: "r_1" }))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.post("/inbox/dismiss"))).toEqual([400, "VALIDATION", "id"]);
    });
  });

  describe("a failed run", () => {
    it("waits until it is restarted", async () => {
      const runId = await startFailed();
      expect(await waiting()).toEqual(["run_failed Build"]);
      await post("/runs/restart", { runId });
      expect(await waiting()).toEqual([]);
    });

    it("waits when its job has failed permanently, and the reason is shortened", async () => {
      const runId = await start();
      const claim = { runnerId: "i", kinds: ["run.execute"], leaseMs: 900_000 };
      let claimed = await job.call("job.claim", claim);
      while (claimed.runId !== runId) claimed = await job.call("job.claim", claim);
      const error = "No room. ".repeat(100);
      await job.call("job.fail", { jobId: claimed.id, runnerId: "i", error, retryable: false });
      const [item] = await listed();
      expect(item).toMatchObject({ kind: "run_failed", reason: `${error.slice(0, 499)}…` });
    });

    it.each([undefined, "running", "completed", "cancelled"])("leaves when the runner reports %s", async (status) => {
      const runId = await startFailed();
      if (status !== undefined) await report(runId, status);
      expect(await waiting()).toEqual(status === undefined ? ["run_failed Build"] : []);
    });

    it("goes to the trash with its run, returns with it to its old position, and is deleted with it", async () => {
      const runId = await startFailed("A");
      await startFailed("B");
      const before = await listed();
      await post("/runs/delete", { runId });
      expect(await waiting()).toEqual(["run_failed B"]);
      await post("/runs/restore", { runId });
      expect(await listed()).toEqual(before);
      expect(await waiting()).toEqual(["run_failed A", "run_failed B"]);
      await post("/runs/bulk-delete", { runIds: [runId] });
      await post("/runs/permanent-delete", { runId });
      expect(await waiting()).toEqual(["run_failed B"]);
    });

    it("does not come back from the trash when it was dismissed before", async () => {
      const runId = await startFailed();
      await dismissAll();
      await post("/runs/delete", { runId });
      await post("/runs/restore", { runId });
      expect(await waiting()).toEqual([]);
    });
  });

  describe("a paused run", () => {
    it("waits when the runner has paused it, until it is resumed", async () => {
      const runId = await start();
      await report(runId, "running");
      await report(runId, "paused");
      expect(await waiting()).toEqual(["run_paused Build"]);
      await post("/runs/resume", { runId });
      expect(await waiting()).toEqual([]);
    });

    it("does not wait when a person has paused it, also when the runner confirms that", async () => {
      const runId = await start();
      await report(runId, "running");
      await post("/runs/pause", { runId });
      await report(runId, "paused");
      expect(await waiting()).toEqual([]);
    });

    it("leaves the inbox when it is deleted, which cancels it, and does not come back when it is restored", async () => {
      const runId = await start();
      await report(runId, "paused");
      await post("/runs/delete", { runId });
      await post("/runs/restore", { runId });
      expect(await waiting()).toEqual([]);
    });
  });

  describe("a question of a run", () => {
    let runId: string;
    const ask = async (key: string, changes: object = {}): Promise<string> =>
      (await job.call("run.ask", { runId, key, title: `${key}?`, ...changes })).id;
    beforeEach(async () => {
      runId = await start();
      await report(runId, "running");
    });

    it("waits until it is answered or dismissed, once however often the runner asks it", async () => {
      const [where, when] = [await ask("Where"), await ask("When")];
      expect(await ask("Where")).toBe(where);
      expect(await waiting()).toEqual(["run_question Where?", "run_question When?"]);
      expect((await listed())[0]).toMatchObject({
        subject: { type: "runQuestion", id: where },
        runId,
        reason: "Build waits for an answer.",
      });
      await post("/runs/questions/answer", { questionId: where, answer: "Here." });
      expect(await waiting()).toEqual(["run_question When?"]);
      await post("/runs/questions/dismiss", { questionId: when });
      expect(await waiting()).toEqual([]);
    });

    it("leaves when its deadline has passed", async () => {
      const asked = await ask("Where", { deadline: Date.now() + 60_000, default: "Here." });
      expect(await waiting()).toEqual(["run_question Where?"]);
      const questionId = asked.slice("rq_".length) as Id<"runQuestions">;
      await deployment.mutation(internal.runQuestions.scheduled.expire, { questionId });
      expect(await waiting()).toEqual([]);
    });

    it.each([
      ["has failed", () => report(runId, "failed"), ["run_failed Build"]],
      ["is cancelled", () => post("/runs/cancel", { runId }), []],
      ["is deleted", () => post("/runs/delete", { runId }), []],
    ])("leaves when its run %s", async (_, end, left) => {
      await ask("Where");
      await end();
      await expect.poll(waiting).toEqual(left);
    });

    it("leaves with a run that is deleted for good right after its end", async () => {
      await ask("Where");
      await post("/runs/bulk-delete", { runIds: [runId] });
      await post("/runs/permanent-delete", { runId });
      await expect.poll(waiting).toEqual([]);
    });
  });

  describe("a pull request", () => {
    const updatePr = (runId: string, prStatus: string, url = prUrl) =>
      job.call("run.updatePr", { runId, prUrl: url, prStatus });
    const updateChecks = (runId: string, status: string) =>
      job.call("run.updateCiChecks", { runId, status, checks: [{ name: "test", status }] });
    async function startReady(): Promise<string> {
      const runId = await start();
      await updatePr(runId, "open");
      await updateChecks(runId, "success");
      return runId;
    }

    it("waits once it is open and its checks have passed, whichever comes first", async () => {
      const runId = await start();
      await updatePr(runId, "draft");
      await updateChecks(runId, "pending");
      await updateChecks(runId, "success");
      expect(await waiting()).toEqual([]);
      await updatePr(runId, "open");
      expect(await waiting()).toEqual(["pull_request Build"]);
      expect(await listed()).toMatchObject([
        { subject: { type: "run", id: runId }, runId, reason: expect.any(String) },
      ]);
    });

    it.each([
      ["merged", (runId: string) => updatePr(runId, "merged")],
      ["closed", (runId: string) => updatePr(runId, "closed")],
      ["a draft again", (runId: string) => updatePr(runId, "draft")],
      ["checked again", (runId: string) => updateChecks(runId, "running")],
      ["red", (runId: string) => updateChecks(runId, "failure")],
      [
        "cleared by a restart",
        (runId: string) => report(runId, "completed").then(() => post("/runs/restart", { runId })),
      ],
    ])("leaves when it is %s", async (_, change) => {
      const runId = await startReady();
      await change(runId);
      expect(await waiting()).toEqual([]);
    });

    it("stays away when it was dismissed, until its checks pass again or it is another one", async () => {
      const runId = await startReady();
      await dismissAll();
      await updateChecks(runId, "success");
      expect(await waiting()).toEqual([]);
      await updateChecks(runId, "failure");
      await updateChecks(runId, "success");
      expect(await waiting()).toEqual(["pull_request Build"]);
      await dismissAll();
      await updatePr(runId, "open", `${prUrl}1`);
      expect(await waiting()).toEqual(["pull_request Build"]);
    });

    it("waits beside the failure of its run, and both share the run's trash", async () => {
      const runId = await startReady();
      await report(runId, "failed");
      expect(await waiting()).toEqual(["pull_request Build", "run_failed Build"]);
      await post("/runs/delete", { runId });
      expect(await waiting()).toEqual([]);
    });
  });

  describe("an issue session", () => {
    const startSession = async (): Promise<string> => (await post("/issue-sessions/start", { prompt: "Look." })).id;

    it("waits when it has failed, and follows its session into the trash and out of it", async () => {
      const sessionId = await startSession();
      await job.call("issueSession.updateStatus", { sessionId, status: "failed", error: "No access." });
      expect(await waiting()).toEqual(["session_failed Look."]);
      expect(await listed()).toMatchObject([
        { reason: "No access.", subject: { type: "issueSession", id: sessionId }, projectId: project.projectId },
      ]);
      await post("/issue-sessions/delete", { sessionId });
      expect(await waiting()).toEqual([]);
      await post("/issue-sessions/restore", { sessionId });
      expect(await waiting()).toEqual(["session_failed Look."]);
      await post("/issue-sessions/bulk-delete", { sessionIds: [sessionId] });
      await post("/issue-sessions/permanent-delete", { sessionId });
      expect(await waiting()).toEqual([]);
    });

    it.each(["completed", "cancelled"])("does not wait when it is %s", async (status) => {
      await job.call("issueSession.updateStatus", { sessionId: await startSession(), status });
      expect(await waiting()).toEqual([]);
    });
  });

  it("a failed merge run waits, a cancelled one does not", async () => {
    const pullRequests = [
      { prUrl, prNumber: 7 },
      { prUrl: `${prUrl}1`, prNumber: 71 },
    ];
    const [failed, cancelled] = [
      await post("/merging/start", { pullRequests }),
      await post("/merging/start", { pullRequests }),
    ];
    await job.call("mergeRun.updateStatus", { mergeRunId: failed.id, status: "failed", error: "Conflict." });
    await job.call("mergeRun.updateStatus", { mergeRunId: cancelled.id, status: "cancelled" });
    expect(await waiting()).toEqual(["merge_failed Merge of 2 pull requests"]);
    expect(await listed()).toMatchObject([{ reason: "Conflict.", subject: { type: "mergeRun", id: failed.id } }]);
  });

  describe("an answering session", () => {
    async function startAnswering() {
      const { id: issueSessionId } = await post("/issue-sessions/start", { prompt: "Look." });
      const { id } = await post("/answering-sessions", { issueSessionId });
      return { issueSessionId, id };
    }
    async function ask(answeringSessionId: string, count: number): Promise<string[]> {
      const questions = Array.from({ length: count }, () => ({ question: "Why?", assumption: "So." }));
      return (await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions })).ids;
    }
    const approve = (id: string) => dataOf(api.put(`/session-questions/${id}/review`, { status: "approved" }));
    const setStatus = (id: string, status: string) => dataOf(api.put(`/answering-sessions/${id}/status`, { status }));

    it("waits from its first question to the review of its last one", async () => {
      const { id } = await startAnswering();
      expect(await waiting()).toEqual([]);
      const questions = await ask(id, 2);
      expect(await waiting()).toEqual(["session_questions Look."]);
      expect(await listed()).toMatchObject([{ subject: { type: "answeringSession", id } }]);
      await approve(questions[0]!);
      expect(await waiting()).toEqual(["session_questions Look."]);
      await approve(questions[1]!);
      expect(await waiting()).toEqual([]);
      await ask(id, 1);
      expect(await waiting()).toEqual(["session_questions Look."]);
    });

    it.each(["reviewed", "completed", "pending"])("leaves when a person sets it to %s", async (status) => {
      const { id } = await startAnswering();
      await ask(id, 1);
      await setStatus(id, status);
      expect(await waiting()).toEqual([]);
      await setStatus(id, "active");
      expect(await waiting()).toEqual(["session_questions Look."]);
    });

    it("stays away when it was dismissed, until further questions come", async () => {
      const { id } = await startAnswering();
      const [first] = await ask(id, 2);
      await dismissAll();
      await approve(first!);
      expect(await waiting()).toEqual([]);
      await ask(id, 1);
      expect(await waiting()).toEqual(["session_questions Look."]);
    });

    it("is away while it is archived", async () => {
      const { id } = await startAnswering();
      await ask(id, 1);
      await dataOf(api.delete(`/answering-sessions/${id}`));
      expect(await waiting()).toEqual([]);
      await dataOf(api.post(`/trash/answeringSession/${id}/restore`));
      expect(await waiting()).toEqual(["session_questions Look."]);
    });

    it("is removed with its issue session", async () => {
      const { id, issueSessionId: sessionId } = await startAnswering();
      await ask(id, 1);
      await post("/issue-sessions/delete", { sessionId });
      await post("/issue-sessions/permanent-delete", { sessionId });
      expect(await waiting()).toEqual([]);
    });
  });

  it("successful work leaves nothing in the inbox", async () => {
    const workflowId = await createWorkflow(api);
    const { id: runId } = await startRun(api, { workflowId });
    for (const status of ["running", "completed"]) await report(runId, status);
    const { id: other } = await startRun(api, { workflowId });
    await post("/runs/cancel", { runId: other });
    expect(await waiting()).toEqual([]);
  });

  it("a deleted project's key reads nothing", async () => {
    await startFailed();
    await deleteForGood(deployment, api);
    expect(await refusalOf(api.get("/inbox"))).toEqual([401, "AUTH_INVALID"]);
  });
});
