import { beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";

const statuses = ["pending", "active", "reviewed", "completed"] as const;

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let issueSessionId: string;
  beforeEach(async () => {
    issueSessionId = await startSession();
  });

  const startSession = async (): Promise<string> =>
    (await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }))).id;
  const create = async (): Promise<string> => (await dataOf(api.post("/answering-sessions", { issueSessionId }))).id;
  const get = (id: string) => dataOf(api.get(`/answering-sessions/${id}`));
  const setStatus = (id: string, status: string) => api.put(`/answering-sessions/${id}/status`, { status });

  async function ask(answeringSessionId: string, count: number): Promise<string[]> {
    const questions = Array.from({ length: count }, (_, index) => ({ question: `Q${index}?`, assumption: "Yes." }));
    return (await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions })).ids;
  }

  const questionsOf = async (id: string) => (await api.get(`/session-questions?answeringSessionId=${id}`)).body.data;
  const review = (id: string, body: object) => api.put(`/session-questions/${id}/review`, body);

  describe("in the feed of the project", () => {
    const fed = async (id: string) =>
      (await api.get("/events?types=questions.*")).body.data
        .filter(({ subject }: { subject: object }) => "id" in subject && subject.id === id)
        .map(({ type, data }: { type: string; data: object }) => [type, data]);
    const waiting = (questionCount: number, reviewedCount = 0) => [
      "questions.waiting",
      { status: "active", questionCount, reviewedCount },
    ];
    const answered = (status: string, count: number) => [
      "questions.answered",
      { status, questionCount: count, reviewedCount: count },
    ];

    it("a session waits when it is asked questions, and is answered with the review of the last", async () => {
      const id = await create();
      const [first = "", second = ""] = await ask(id, 2);
      await dataOf(review(first, { status: "approved" }));
      expect(await fed(id)).toEqual([waiting(2)]);
      await dataOf(review(second, { status: "declined", correction: "No." }));
      expect(await fed(id)).toEqual([waiting(2), answered("reviewed", 2)]);
      const [third = ""] = await ask(id, 1);
      await dataOf(review(third, { status: "approved" }));
      expect((await fed(id)).slice(2)).toEqual([waiting(3, 2), answered("reviewed", 3)]);
    });

    it.each(["pending", "reviewed", "completed"])(
      "a session that is set to %s has answered nothing",
      async (status) => {
        const id = await create();
        const questions = await ask(id, 2);
        await dataOf(setStatus(id, status));
        expect(await fed(id)).toEqual([waiting(2)]);
        for (const question of questions) await dataOf(review(question, { status: "approved" }));
        const after = (await get(id)).status;
        const again = status === "completed" ? [] : [waiting(2, 1)];
        expect(await fed(id)).toEqual([waiting(2), ...again, answered(after, 2)]);
      },
    );
  });

  describe("POST /api/v1/answering-sessions", () => {
    it("201 with a session that waits for questions", async () => {
      const { status, body } = await api.post("/answering-sessions", { issueSessionId });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^as_/),
        _id: body.data.id,
        issueSessionId,
        projectId: project.projectId,
        status: "pending",
        questionCount: 0,
        reviewedCount: 0,
        sandboxId: null,
        createdAt: expect.stringMatching(/Z$/),
        completedAt: null,
      });
      expect(await get(body.data.id)).toEqual(body.data);
    });

    it("400, 404 and 403 for an issue session that is missing, unknown, deleted or another project's", async () => {
      const post = (body: object) => refusalOf(api.post("/answering-sessions", body));
      expect(await post({})).toEqual([400, "VALIDATION", "issueSessionId"]);
      expect(await post({ issueSessionId: "is_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(stranger.post("/answering-sessions", { issueSessionId }))).toEqual([403, "FORBIDDEN"]);
      await dataOf(api.post("/issue-sessions/delete", { sessionId: issueSessionId }));
      expect(await post({ issueSessionId })).toEqual([404, "NOT_FOUND"]);
    });
  });

  describe("GET /api/v1/answering-sessions", () => {
    it("200 filtered by issue session and status in any combination, newest first, in pages", async () => {
      const other = await startSession();
      const [a, b, c] = [await create(), await create(), await create()];
      const d = (await dataOf(api.post("/answering-sessions", { issueSessionId: other }))).id;
      await setStatus(b, "active");
      await setStatus(d, "active");
      const ids = async (query: string) =>
        (await api.get(`/answering-sessions${query}`)).body.data.map(({ id }: { id: string }) => id);
      expect(await ids("")).toEqual([d, c, b, a]);
      expect(await ids("?status=active")).toEqual([d, b]);
      expect(await ids(`?issueSessionId=${issueSessionId}`)).toEqual([c, b, a]);
      expect(await ids(`?issueSessionId=${issueSessionId}&status=pending`)).toEqual([c, a]);
      const first = (await api.get(`/answering-sessions?issueSessionId=${issueSessionId}&limit=2`)).body;
      const rest = `?issueSessionId=${issueSessionId}&limit=2&cursor=${first.nextCursor}`;
      expect(await ids(rest)).toEqual([a]);
      expect(await refusalOf(api.get(`/answering-sessions?cursor=${first.nextCursor}`))).toEqual([
        400,
        "VALIDATION",
        "cursor",
      ]);
    });

    it("400 for an unknown status, 404 and 403 for the issue session", async () => {
      const list = (client: Client, query: string) => refusalOf(client.get(`/answering-sessions?${query}`));
      expect(await list(api, "status=open")).toEqual([400, "VALIDATION", "status"]);
      expect(await list(api, "issueSessionId=is_x")).toEqual([404, "NOT_FOUND"]);
      expect(await list(stranger, `issueSessionId=${issueSessionId}`)).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("PUT /api/v1/answering-sessions/:id/status", () => {
    it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))("%s -> %s", async (from, to) => {
      const id = await create();
      await dataOf(setStatus(id, from));
      const moved = await dataOf(setStatus(id, to));
      expect(moved.status).toBe(to);
      expect(typeof moved.completedAt).toBe(to === "completed" ? "string" : "object");
      expect(await get(id)).toEqual(moved);
    });

    it("reviewed asks the agent to continue, once", async () => {
      const id = await create();
      await setStatus(id, "reviewed");
      await setStatus(id, "reviewed");
      const claim = { runnerId: "r", kinds: ["answeringSession.continue"], leaseMs: 900_000 };
      const found = [];
      for (let next = await job.call("job.claim", claim); next !== null; next = await job.call("job.claim", claim)) {
        found.push(next);
      }
      expect(found.filter(({ answeringSessionId }) => answeringSessionId === id)).toHaveLength(1);
    });

    it("archiving puts it into the trash, and restoring brings it back unchanged", async () => {
      const id = await create();
      await setStatus(id, "active");
      expect((await dataOf(setStatus(id, "archived"))).status).toBe("archived");
      expect(await refusalOf(api.get(`/answering-sessions/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/trash?type=answeringSession")).body.data).toMatchObject([{ entityId: id }]);
      await dataOf(api.post(`/trash/answeringSession/${id}/restore`));
      expect((await get(id)).status).toBe("active");
    });

    it("restoring one that is reviewed lets its agent continue, as before", async () => {
      const id = await create();
      await setStatus(id, "reviewed");
      await setStatus(id, "archived");
      const claim = () => job.call("job.claim", { runnerId: "r", kinds: ["answeringSession.continue"] });
      expect(await claim()).toBeNull();
      await dataOf(api.post(`/trash/answeringSession/${id}/restore`));
      const again = await claim();
      expect(again).toMatchObject({ answeringSessionId: id });
      await job.call("job.complete", { jobId: again.id, runnerId: "r" });
      await setStatus(id, "archived");
      await dataOf(api.post(`/trash/answeringSession/${id}/restore`));
      expect(await claim()).toBeNull();
    });

    it("400, 404 and 403", async () => {
      const id = await create();
      expect(await refusalOf(setStatus(id, "open"))).toEqual([400, "VALIDATION", "status"]);
      expect(await refusalOf(api.put(`/answering-sessions/${id}/status`))).toEqual([400, "VALIDATION", "status"]);
      expect(await refusalOf(setStatus("as_x", "active"))).toEqual([404, "NOT_FOUND"]);
      const theirs = stranger.put(`/answering-sessions/${id}/status`, { status: "active" });
      expect(await refusalOf(theirs)).toEqual([403, "FORBIDDEN"]);
      expect((await get(id)).status).toBe("pending");
    });
  });

  describe("DELETE /api/v1/answering-sessions/:id", () => {
    it("200 into the trash; permanently deleting it deletes its questions too", async () => {
      const id = await create();
      const [question = ""] = await ask(id, 2);
      expect(await dataOf(api.delete(`/answering-sessions/${id}`))).toEqual({
        id,
        _id: id,
        status: "archived",
        deleted: true,
      });
      expect(await refusalOf(api.delete(`/answering-sessions/${id}`))).toEqual([404, "NOT_FOUND"]);
      await dataOf(api.delete(`/trash/answeringSession/${id}`));
      expect(await refusalOf(api.post(`/trash/answeringSession/${id}/restore`))).toEqual([404, "NOT_FOUND"]);
      const gone = async () => (await review(question, { status: "approved" })).status;
      await expect.poll(gone, { timeout: 5000 }).toBe(404);
    });

    it("403 FORBIDDEN for another project's", async () => {
      const id = await create();
      expect(await refusalOf(stranger.delete(`/answering-sessions/${id}`))).toEqual([403, "FORBIDDEN"]);
      expect((await get(id)).status).toBe("pending");
    });
  });

  describe("session questions", () => {
    it("make the session active when they arrive, and reviewed when the last one is reviewed", async () => {
      const id = await create();
      const [first = "", second = ""] = await ask(id, 2);
      expect(await get(id)).toMatchObject({ status: "active", questionCount: 2, reviewedCount: 0 });
      const approved = await dataOf(review(first, { status: "approved" }));
      expect(approved).toEqual({
        id: first,
        _id: first,
        answeringSessionId: id,
        question: "Q0?",
        assumption: "Yes.",
        correction: null,
        status: "approved",
        createdAt: expect.stringMatching(/Z$/),
        reviewedAt: expect.stringMatching(/Z$/),
        reviewedBy: project.userId,
      });
      expect((await get(id)).status).toBe("active");
      const declined = await dataOf(review(second, { status: "declined", correction: "No." }));
      expect(declined).toMatchObject({ status: "declined", correction: "No." });
      expect(await get(id)).toMatchObject({ status: "reviewed", questionCount: 2, reviewedCount: 2 });
      expect(await questionsOf(id)).toEqual([declined, approved]);
      await ask(id, 1);
      expect(await get(id)).toMatchObject({ status: "active", questionCount: 3, reviewedCount: 2 });
    });

    it.each([
      ["correction", { status: "declined" }],
      ["correction", { status: "declined", correction: null }],
      ["correction", { status: "declined", correction: " " }],
      ["correction", { status: "approved", correction: "No." }],
      ["status", {}],
      ["status", { status: "pending" }],
      ["answer", { status: "approved", answer: "x" }],
    ])("review: 400 VALIDATION naming %s for %j, and nothing changes", async (field, body) => {
      const id = await create();
      const [question = ""] = await ask(id, 1);
      const before = await questionsOf(id);
      expect(await refusalOf(review(question, body))).toEqual([400, "VALIDATION", field]);
      expect(await questionsOf(id)).toEqual(before);
    });

    it("review: the body is checked before the question is looked up", async () => {
      expect(await refusalOf(review("sq_x", { status: "declined" }))).toEqual([400, "VALIDATION", "correction"]);
      expect(await refusalOf(review("sq_x", { status: "approved" }))).toEqual([404, "NOT_FOUND"]);
    });

    it("404 while the session is in the trash, also for the runner; afterwards they can be reviewed", async () => {
      const id = await create();
      const [question = ""] = await ask(id, 1);
      await dataOf(api.delete(`/answering-sessions/${id}`));
      expect(await refusalOf(review(question, { status: "approved" }))).toEqual([404, "NOT_FOUND"]);
      const assume = api.put(`/session-questions/${question}/assumption`, { assumption: "Perhaps." });
      expect(await refusalOf(assume)).toEqual([404, "NOT_FOUND"]);
      const updates = [{ questionId: question, assumption: "Perhaps." }];
      expect((await job.refused("sessionQuestions.updateAssumptions", { updates }))[0]).toBe(400);
      await dataOf(api.post(`/trash/answeringSession/${id}/restore`));
      expect(await dataOf(review(question, { status: "approved" }))).toMatchObject({ assumption: "Yes." });
      expect(await get(id)).toMatchObject({ status: "reviewed", reviewedCount: 1 });
    });

    it.each(["approved", "declined"])("review: 409 CONFLICT for one that is %s", async (status) => {
      const id = await create();
      const [question = ""] = await ask(id, 2);
      await dataOf(review(question, { status, ...(status === "declined" ? { correction: "No." } : {}) }));
      const before = await questionsOf(id);
      for (const again of [{ status: "approved" }, { status: "declined", correction: "Never." }]) {
        expect(await refusalOf(review(question, again))).toEqual([409, "CONFLICT"]);
      }
      expect(await questionsOf(id)).toEqual(before);
      expect((await get(id)).reviewedCount).toBe(1);
    });

    it("assumption: 200 in every state of the question, whose review stays", async () => {
      const id = await create();
      const [question = ""] = await ask(id, 1);
      const reviewed = await dataOf(review(question, { status: "approved" }));
      const changed = await dataOf(api.put(`/session-questions/${question}/assumption`, { assumption: "Perhaps." }));
      expect(changed).toEqual({ ...reviewed, assumption: "Perhaps." });
      expect(await refusalOf(api.put(`/session-questions/${question}/assumption`, {}))).toEqual([
        400,
        "VALIDATION",
        "assumption",
      ]);
    });

    it("400, 404 and 403", async () => {
      const id = await create();
      const [question = ""] = await ask(id, 1);
      expect(await refusalOf(api.get("/session-questions"))).toEqual([400, "VALIDATION", "answeringSessionId"]);
      expect(await refusalOf(api.get("/session-questions?answeringSessionId=as_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(review("sq_x", { status: "approved" }))).toEqual([404, "NOT_FOUND"]);
      for (const call of [
        stranger.get(`/session-questions?answeringSessionId=${id}`),
        stranger.put(`/session-questions/${question}/review`, { status: "approved" }),
        stranger.put(`/session-questions/${question}/assumption`, { assumption: "No." }),
      ]) {
        expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
      }
      expect(await questionsOf(id)).toMatchObject([{ status: "pending", assumption: "Yes." }]);
    });
  });

  describe("callbacks", () => {
    it("answeringSession.get returns the session with its questions in order", async () => {
      const id = await create();
      const ids = await ask(id, 3);
      const got = await job.call("answeringSession.get", { answeringSessionId: id });
      expect(got).toMatchObject(await get(id));
      expect(got.questions.map((question: { id: string }) => question.id)).toEqual(ids);
    });

    it("answeringSession.createSandbox links a sandbox", async () => {
      const id = await create();
      const sandboxPayload = { runtimeSandboxId: "rt-1", status: "running" };
      const made = await job.call("answeringSession.createSandbox", { answeringSessionId: id, sandboxPayload });
      expect(made).toEqual({ id: expect.stringMatching(/^sb_/), status: "running" });
      expect((await get(id)).sandboxId).toBe(made.id);
    });

    it("answeringSession.updateStatus sets any status; archived puts the session into the trash", async () => {
      const id = await create();
      for (const status of statuses) {
        const moved = await job.call("answeringSession.updateStatus", { answeringSessionId: id, status });
        expect(moved.status).toBe(status);
      }
      await job.call("answeringSession.updateStatus", { answeringSessionId: id, status: "archived" });
      expect((await api.get("/trash")).body.data).toMatchObject([{ entityId: id, deletedBy: null }]);
    });

    it("assumptions change by list and by map, all or none", async () => {
      const id = await create();
      const [first = "", second = ""] = await ask(id, 2);
      const assumptions = async () => (await questionsOf(id)).map((row: { assumption: string }) => row.assumption);
      const updates = [{ questionId: first, assumption: "One." }];
      await job.call("sessionQuestions.updateAssumptions", { updates });
      expect(await assumptions()).toEqual(["Yes.", "One."]);
      await job.call("sessionQuestions.updateAssumptionsByIssueSession", {
        issueSessionId,
        assumptions: { [first]: "A.", [second]: "B." },
      });
      expect(await assumptions()).toEqual(["B.", "A."]);
      const unknown = [...updates, { questionId: "sq_x", assumption: "Two." }];
      expect((await job.refused("sessionQuestions.updateAssumptions", { updates: unknown }))[0]).toBe(400);
      const elsewhere = { issueSessionId: await startSession(), assumptions: { [first]: "C." } };
      expect((await job.refused("sessionQuestions.updateAssumptionsByIssueSession", elsewhere))[0]).toBe(400);
      const odd = { issueSessionId, assumptions: { $x: "C." } };
      expect((await job.refused("sessionQuestions.updateAssumptionsByIssueSession", odd))[0]).toBe(400);
      expect(await assumptions()).toEqual(["B.", "A."]);
    });
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const key = await createKey(deployment, project.projectId, ["answering-sessions:read"]);
    const reader = client(deployment, key.apiKey);
    expect((await reader.get("/answering-sessions")).status).toBe(200);
    for (const call of [
      reader.post("/answering-sessions"),
      reader.put("/answering-sessions/x/status"),
      reader.delete("/answering-sessions/x"),
      reader.put("/session-questions/x/review"),
      reader.put("/session-questions/x/assumption"),
    ]) {
      expect(await refusalOf(call)).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});
