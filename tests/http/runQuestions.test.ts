// Questions that a run asks people in the middle of its work.
import { beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { describeEverywhere } from "../support/deployment";
import {
  callbackWith,
  client,
  createKey,
  dataOf,
  deleteForGood,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

const form = {
  type: "object",
  properties: {
    region: { type: "string", enum: ["eu", "us"], title: "Region" },
    replicas: { type: "integer", minimum: 1, maximum: 9, default: 2 },
    tags: { type: "array", items: { anyOf: [{ const: "a", title: "A" }, { const: "b" }] }, maxItems: 2 },
    isPublic: { type: "boolean", description: "Whether anybody may see it." },
  },
  required: ["region"],
};

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let runId: string;
  beforeEach(async () => {
    ({ id: runId } = await startRun(api));
    await job.call("run.updateStatus", { runId, status: "running" });
  });

  const ask = (more: object = {}) => job.call("run.ask", { runId, key: "where", title: "Where to?", ...more });
  const refusedAsk = (more: object) => job.refused("run.ask", { runId, key: "where", title: "Where to?", ...more });
  const look = (questionId: string) => job.call("run.awaitAnswer", { questionId });
  const answer = (questionId: string, given: unknown) =>
    api.post("/runs/questions/answer", { questionId, answer: given });
  const dismiss = (questionId: string) => api.post("/runs/questions/dismiss", { questionId });
  const listed = async (query = "") => (await dataOf(api.get(`/runs/questions?runId=${runId}${query}`))) as object[];
  const openQuestions = async () => (await dataOf(api.get(`/runs/get?id=${runId}`))).openQuestions;
  const eventsOf = async (type: string) =>
    (await dataOf(api.get(`/runs/events?id=${runId}&limit=200`)))
      .filter((event: { type: string }) => event.type === type)
      .map(({ data }: { data: object }) => data);

  /** The questions that begin and end to wait, as the feed of the project says it. */
  const fed = async () =>
    (await api.get("/events?types=questions.*")).body.data.map(
      ({ type, subject, runId: of, data }: { type: string; subject: object; runId: string; data: object }) => ({
        type,
        subject,
        of,
        data,
      }),
    );

  describe("in the feed of the project", () => {
    const bySystem = { type: "system", id: null, name: expect.any(String) };
    const answered = (id: string, status: string, actor: object) => ({
      type: "questions.answered",
      subject: { type: "runQuestion", id },
      of: runId,
      data: { status, actor },
    });

    it("each question that waits ends once, whichever way", async () => {
      const ids: string[] = [];
      for (const key of ["answered", "dismissed", "expired", "left 1", "left 2"]) {
        ids.push((await ask({ key, ...(key === "expired" ? { deadline: Date.now() + 3_600_000 } : {}) })).id);
      }
      const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
      const waiting = await fed();
      expect(waiting).toMatchObject(ids.map((id) => ({ type: "questions.waiting", subject: { id } })));
      await dataOf(answer(first, "Yes."));
      await dataOf(dismiss(second));
      const questionId = third.slice("rq_".length) as Id<"runQuestions">;
      await deployment.mutation(internal.runQuestions.scheduled.expire, { questionId });
      await job.call("run.updateStatus", { runId, status: "failed" });
      const byKey = expect.objectContaining({ type: "key" });
      expect((await fed()).slice(waiting.length)).toEqual([
        answered(first, "answered", byKey),
        answered(second, "dismissed", byKey),
        answered(third, "expired", bySystem),
        answered(fourth, "dismissed", bySystem),
        answered(fifth, "dismissed", bySystem),
      ]);
      await dataOf(api.post("/runs/restart", { runId }));
      await dataOf(api.post("/runs/cancel", { runId }));
      expect(await fed()).toHaveLength(2 * waiting.length);
    });
  });

  describe("run.ask", () => {
    it("asks a question that waits, is counted by its run and is an event of it", async () => {
      const asked = await ask({ text: "The cart can be in two places.", options: ["left", "right"], default: "left" });
      expect(asked).toEqual({ id: expect.stringMatching(/^rq_/), _id: asked.id, status: "waiting", answer: null });
      expect(await listed()).toEqual([
        {
          id: asked.id,
          _id: asked.id,
          runId,
          attempt: 1,
          stepId: null,
          key: "where",
          title: "Where to?",
          text: "The cart can be in two places.",
          options: ["left", "right"],
          schema: null,
          default: "left",
          deadline: null,
          status: "waiting",
          answer: null,
          createdAt: expect.stringMatching(/Z$/),
          closedAt: null,
          closedBy: null,
        },
      ]);
      expect(await openQuestions()).toBe(1);
      expect(await eventsOf("questions.waiting")).toEqual([{ questionId: asked.id, title: "Where to?" }]);
    });

    it("returns the same question for the same key in the same attempt, also when it is closed", async () => {
      const first = await ask();
      expect(await ask({ title: "Another title", default: "x" })).toEqual(first);
      expect((await ask({ key: "when" })).id).not.toBe(first.id);
      await dataOf(answer(first.id, "Left."));
      expect(await ask()).toEqual({ ...first, status: "answered", answer: "Left." });
      expect(await listed()).toHaveLength(2);
      expect(await openQuestions()).toBe(1);
    });

    it.each<[string, object]>([
      ["args.key", { key: " " }],
      ["args.title", { title: "x".repeat(201) }],
      ["args.text", { text: 5 }],
      ["args.options", { options: ["one"] }],
      ["args.options", { options: Array.from({ length: 11 }, (_, at) => `${at}`) }],
      ["args.options", { options: ["same", "same"] }],
      ["args.options.1", { options: ["one", ""] }],
      ["schema must be left out", { options: ["one", "two"], schema: form }],
      ["args.deadline", { deadline: "tomorrow" }],
      ["deadline must be in the future", { deadline: 1000 }],
      ["deadline must be at most 30 days ahead", { deadline: Date.now() + 31 * 86_400_000 }],
      ["default must be one of the options", { options: ["one", "two"], default: "three" }],
      ["default must be text", { default: { a: 1 } }],
      ["default.replicas must be at most 9", { schema: form, default: { region: "eu", replicas: 10 } }],
      ["args.schema must be a JSON Schema", { schema: "object" }],
      ["args.schema.type must be object", { schema: { type: "string" } }],
      ["args.schema.properties must have 1 to 50 fields", { schema: { type: "object" } }],
      ["args.schema.anyOf is not supported", { schema: { ...form, anyOf: [true] } }],
      ["args.schema.required.0", { schema: { ...form, required: ["none"] } }],
      ["args.schema.properties.a.type", { schema: { type: "object", properties: { a: { type: "object" } } } }],
      ["args.schema.properties.a.pattern", { schema: { type: "object", properties: { a: { pattern: "(a+)+" } } } }],
      ["args.schema.properties.a.items", { schema: { type: "object", properties: { a: { type: "array" } } } }],
      [
        "args.schema.properties.a.enum.0",
        { schema: { type: "object", properties: { a: { type: "string", enum: [1] } } } },
      ],
      ["args.schema must have at most 8192", { schema: { ...form, description: "x".repeat(8192) } }],
      ["args.colour is unknown", { colour: "red" }],
    ])("400 naming %s", async (words, more) => {
      expect(await refusedAsk(more)).toEqual([400, expect.stringContaining(words)]);
      expect(await openQuestions()).toBe(0);
    });

    it("400 for a run that is over, does not exist or is in the trash", async () => {
      expect(await job.refused("run.ask", { runId: "r_x", key: "k", title: "?" })).toEqual([
        400,
        "There is no run with the id r_x.",
      ]);
      await api.post("/runs/cancel", { runId });
      expect(await refusedAsk({})).toEqual([400, "The run is cancelled; it can ask no further questions."]);
      await api.post("/runs/delete", { runId });
      expect(await refusedAsk({})).toEqual([400, `There is no run with the id ${runId}.`]);
    });

    it("400 for the twenty-first open question, until one is closed", async () => {
      const first = await ask({ key: "0" });
      for (let index = 1; index < 20; index++) await ask({ key: `${index}` });
      expect(await refusedAsk({ key: "20" })).toEqual([400, expect.stringContaining("has 20 open questions")]);
      await dataOf(dismiss(first.id));
      expect((await ask({ key: "20" })).status).toBe("waiting");
      expect(await openQuestions()).toBe(20);
    });
  });

  describe("POST /api/v1/runs/questions/answer", () => {
    it("200 with the answered question; the runner, the log and the count know it", async () => {
      const { id } = await ask({ options: ["left", "right"] });
      const answered = await dataOf(answer(id, "right"));
      expect(answered).toMatchObject({
        id,
        status: "answered",
        answer: "right",
        closedAt: expect.stringMatching(/Z$/),
        closedBy: project.userId,
      });
      expect(await listed()).toEqual([answered]);
      expect(await look(id)).toEqual({ id, _id: id, status: "answered", answer: "right" });
      expect(await eventsOf("questions.answered")).toMatchObject([{ questionId: id, status: "answered" }]);
      expect(await openQuestions()).toBe(0);
    });

    it("200 with an object that fits the schema, which is shown as it was asked", async () => {
      const { id } = await ask({ schema: form, default: { region: "eu" } });
      expect(await listed()).toMatchObject([{ schema: form, default: { region: "eu" } }]);
      const given = { region: "us", replicas: 3, tags: ["a", "b"], isPublic: false };
      expect((await dataOf(answer(id, given))).answer).toEqual(given);
    });

    it.each<[string, object, unknown]>([
      ["answer", { options: ["left", "right"] }, "up"],
      ["answer", { options: ["left", "right"] }, { left: true }],
      ["answer", {}, { left: true }],
      ["answer", {}, ""],
      ["answer", {}, null],
      ["answer", {}, undefined],
      ["answer", {}, 5],
      ["answer", {}, "x".repeat(10_001)],
      ["answer", { schema: form }, "eu"],
      ["answer.region", { schema: form }, {}],
      ["answer.region", { schema: form }, { region: "asia" }],
      ["answer.replicas", { schema: form }, { region: "eu", replicas: 1.5 }],
      ["answer.tags.1", { schema: form }, { region: "eu", tags: ["a", "c"] }],
      ["answer.isPublic", { schema: form }, { region: "eu", isPublic: "yes" }],
      ["answer.colour", { schema: form }, { region: "eu", colour: "red" }],
    ])("400 VALIDATION naming %s for %j and %j, and the question still waits", async (field, question, given) => {
      const { id } = await ask(question);
      expect(await refusalOf(answer(id, given))).toEqual([400, "VALIDATION", field]);
      expect((await look(id)).status).toBe("waiting");
    });

    it("409 CONFLICT for a question that does not wait", async () => {
      const closed = [(await ask({ key: "a" })).id, (await ask({ key: "b" })).id];
      await dataOf(answer(closed[0], "Yes."));
      await dataOf(dismiss(closed[1]));
      for (const id of closed) {
        expect(await refusalOf(answer(id, "No."))).toEqual([409, "CONFLICT"]);
        expect(await refusalOf(dismiss(id))).toEqual([409, "CONFLICT"]);
      }
    });

    it("answers once for a repeated Idempotency-Key", async () => {
      const { id } = await ask();
      const once = () =>
        api.post("/runs/questions/answer", { questionId: id, answer: "Yes." }, { "Idempotency-Key": `answer-${id}` });
      const first = await once();
      const again = await once();
      expect([first.status, again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, 200, "true"]);
      expect(again.body).toEqual(first.body);
      expect(await eventsOf("questions.answered")).toHaveLength(1);
    });

    it("accepts only one of two simultaneous answers", async () => {
      const { id } = await ask();
      const answers = await Promise.all([answer(id, "Left."), answer(id, "Right.")]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const taken = answers.find(({ status }) => status === 200)!.body.data.answer;
      expect((await look(id)).answer).toBe(taken);
      expect(await openQuestions()).toBe(0);
    });

    it("403 and 404 for questions of others, of nobody and of a run in the trash", async () => {
      const { id } = await ask();
      const path = "/runs/questions/answer";
      expect(await refusalOf(stranger.post(path, { questionId: id, answer: "x" }))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(answer("rq_x", "x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(answer(runId, "x"))).toEqual([404, "NOT_FOUND"]);
      await api.post("/runs/delete", { runId });
      expect(await refusalOf(answer(id, "x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(dismiss(id))).toEqual([404, "NOT_FOUND"]);
    });

    it("403 SCOPE_DENIED without runs:write; runs:read is enough for the list", async () => {
      const { id } = await ask();
      const { apiKey } = await createKey(deployment, project.projectId, ["runs:read"]);
      const reader = client(deployment, apiKey);
      expect(await dataOf(reader.get("/runs/questions"))).toHaveLength(1);
      for (const verb of ["answer", "dismiss"]) {
        const body = { questionId: id, ...(verb === "answer" ? { answer: "x" } : {}) };
        expect(await refusalOf(reader.post(`/runs/questions/${verb}`, body))).toEqual([403, "SCOPE_DENIED"]);
      }
    });
  });

  describe("POST /api/v1/runs/questions/dismiss", () => {
    it("200; the runner gets no answer, not even the default", async () => {
      const { id } = await ask({ default: "Left." });
      expect(await dataOf(dismiss(id))).toMatchObject({ status: "dismissed", answer: null, closedBy: project.userId });
      expect(await look(id)).toMatchObject({ status: "dismissed", answer: null });
      expect(await eventsOf("questions.answered")).toMatchObject([{ questionId: id, status: "dismissed" }]);
      expect(await openQuestions()).toBe(0);
    });
  });

  describe("GET /api/v1/runs/questions", () => {
    it("200 with the questions of the project or of a run, newest first, by status and in pages", async () => {
      const ids: string[] = [];
      for (const key of ["a", "b", "c"]) ids.push((await ask({ key })).id);
      const other = await startRun(api);
      const theirs = (await job.call("run.ask", { runId: other.id, key: "a", title: "?" })).id;
      await dataOf(answer(ids[1]!, "Yes."));
      const idsAt = async (query: string) =>
        (await dataOf(api.get(`/runs/questions${query}`))).map(({ id }: { id: string }) => id);
      expect(await idsAt("")).toEqual([theirs, ids[2], ids[1], ids[0]]);
      expect(await idsAt(`?runId=${runId}`)).toEqual([ids[2], ids[1], ids[0]]);
      expect(await idsAt("?status=waiting")).toEqual([theirs, ids[2], ids[0]]);
      expect(await idsAt(`?runId=${runId}&status=waiting`)).toEqual([ids[2], ids[0]]);
      expect(await idsAt(`?runId=${runId}&status=answered`)).toEqual([ids[1]]);
      const { nextCursor, data } = (await api.get(`/runs/questions?runId=${runId}&limit=2`)).body;
      expect(data).toHaveLength(2);
      expect(await idsAt(`?runId=${runId}&limit=2&cursor=${nextCursor}`)).toEqual([ids[0]]);
      expect(await dataOf(stranger.get("/runs/questions"))).toEqual([]);
    });

    it("400, 403 and 404", async () => {
      expect(await refusalOf(api.get("/runs/questions?status=open"))).toEqual([400, "VALIDATION", "status"]);
      expect(await refusalOf(api.get("/runs/questions?limit=101"))).toEqual([400, "VALIDATION", "limit"]);
      expect(await refusalOf(api.get("/runs/questions?id=x"))).toEqual([400, "VALIDATION", "id"]);
      expect(await refusalOf(stranger.get(`/runs/questions?runId=${runId}`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.get("/runs/questions?runId=r_x"))).toEqual([404, "NOT_FOUND"]);
      await api.post("/runs/delete", { runId });
      expect(await refusalOf(api.get(`/runs/questions?runId=${runId}`))).toEqual([404, "NOT_FOUND"]);
    });
  });

  describe("run.awaitAnswer", () => {
    it("returns the current state without waitMs, and when the time is over", async () => {
      const asked = await ask();
      expect(await look(asked.id)).toEqual(asked);
      expect(await job.call("run.awaitAnswer", { questionId: asked.id, waitMs: 60 })).toEqual(asked);
    });

    it("returns as soon as there is an answer", async () => {
      const { id } = await ask();
      const startedMs = Date.now();
      const waiting = job.call("run.awaitAnswer", { questionId: id, waitMs: 25_000 });
      await dataOf(answer(id, "Now."));
      expect(await waiting).toEqual({ id, _id: id, status: "answered", answer: "Now." });
      expect(Date.now() - startedMs).toBeLessThan(15_000);
    });

    it("returns as soon as the run ends", async () => {
      const { id } = await ask({ default: "Left." });
      const waiting = job.call("run.awaitAnswer", { questionId: id, waitMs: 25_000 });
      await api.post("/runs/cancel", { runId });
      expect(await waiting).toEqual({ id, _id: id, status: "dismissed", answer: null });
    });

    it.each([-1, 25_001, 1.5])("400 naming args.waitMs for %d", async (waitMs) => {
      expect(await job.refused("run.awaitAnswer", { questionId: "rq_x", waitMs })).toEqual([
        400,
        expect.stringContaining("args.waitMs "),
      ]);
    });

    it("400 for a question that does not exist, and under a claim that is over", async () => {
      expect(await job.refused("run.awaitAnswer", { questionId: "rq_x" })).toEqual([
        400,
        "There is no question of a run with the id rq_x.",
      ]);
      const { id } = await ask();
      const claimed = await job.call("job.claim", { runnerId: "one", kinds: ["run.execute"] });
      const stale = { jobId: claimed.id, fence: claimed.fence - 1 };
      for (const [operation, args] of [
        ["run.awaitAnswer", { questionId: id }],
        ["run.ask", { runId, key: "where", title: "?" }],
      ] as const) {
        expect(await job.refused(operation, args, stale)).toEqual([400, expect.stringContaining("stale lease")]);
      }
    });
  });

  describe("the deadline", () => {
    it.each([
      ["its default", { default: "Left." }, "Left."],
      ["null", {}, null],
    ])("closes the question as %s, without waiting for the scheduled call", async (_what, more, expected) => {
      const deadline = Date.now() + 150;
      const { id } = await ask({ ...more, deadline: new Date(deadline).toISOString() });
      const expired = await job.call("run.awaitAnswer", { questionId: id, waitMs: 25_000 });
      expect(expired).toEqual({ id, _id: id, status: "expired", answer: expected });
      expect(Date.now()).toBeGreaterThanOrEqual(deadline);
      expect(await listed()).toMatchObject([{ status: "expired", answer: expected, closedBy: null }]);
      expect(await refusalOf(answer(id, "Late."))).toEqual([409, "CONFLICT"]);
      expect(await refusalOf(dismiss(id))).toEqual([409, "CONFLICT"]);
    });

    it("closes the question in the scheduled call, once", async () => {
      const deadline = Date.now() + 3_600_000;
      const { id } = await ask({ deadline, default: "Left." });
      expect(await eventsOf("questions.waiting")).toEqual([{ questionId: id, title: "Where to?", deadline }]);
      const questionId = id.slice("rq_".length) as Id<"runQuestions">;
      for (let times = 0; times < 2; times++) {
        await deployment.mutation(internal.runQuestions.scheduled.expire, { questionId });
      }
      expect(await listed("&status=expired")).toMatchObject([{ id, answer: "Left.", closedBy: null }]);
      expect(await eventsOf("questions.answered")).toMatchObject([{ questionId: id, status: "expired" }]);
      expect(await openQuestions()).toBe(0);
    });

    it("changes nothing for a question that was answered before", async () => {
      const { id } = await ask({ deadline: Date.now() + 3_600_000, default: "Left." });
      await dataOf(answer(id, "Right."));
      const questionId = id.slice("rq_".length) as Id<"runQuestions">;
      await deployment.mutation(internal.runQuestions.scheduled.expire, { questionId });
      expect(await look(id)).toMatchObject({ status: "answered", answer: "Right." });
    });
  });

  describe("the end of the run", () => {
    it.each([
      ["completed", () => job.call("run.updateStatus", { runId, status: "completed" })],
      ["failed", () => job.call("run.updateStatus", { runId, status: "failed" })],
      ["cancelled", () => dataOf(api.post("/runs/cancel", { runId }))],
    ])("as %s dismisses what is open in the same transaction", async (status, end) => {
      const { id } = await ask({ default: "Left." });
      expect(await end()).toMatchObject({ status, openQuestions: 0 });
      expect(await listed()).toMatchObject([{ id, status: "dismissed", answer: null, closedBy: null }]);
      expect(await refusalOf(answer(id, "Late."))).toEqual([409, "CONFLICT"]);
    });

    it("dismisses them also when a runner that has a token of its project ends the run", async () => {
      const { token } = await dataOf(api.post("/project/runner-tokens/generate", { name: "Runner" }));
      const own = callbackWith(deployment, token);
      const { id } = await own.call("run.ask", { runId, key: "where", title: "Where to?" });
      expect(await own.call("run.awaitAnswer", { questionId: id })).toMatchObject({ status: "waiting" });
      expect(await own.call("run.updateStatus", { runId, status: "completed" })).toMatchObject({ openQuestions: 0 });
      expect(await listed()).toMatchObject([{ id, status: "dismissed" }]);
    });

    it("keeps the questions of a new attempt", async () => {
      const first = await ask();
      await api.post("/runs/cancel", { runId });
      await dataOf(api.post("/runs/restart", { runId }));
      const second = await ask();
      expect([second.id === first.id, second.status]).toEqual([false, "waiting"]);
      expect(await openQuestions()).toBe(1);
      // The first attempt's end may be worked off late.
      const id = runId.slice("r_".length) as Id<"runs">;
      await deployment.mutation(internal.runQuestions.scheduled.dismiss, { runId: id, attempt: 1 });
      expect(await listed()).toMatchObject([
        { id: second.id, attempt: 2, status: "waiting" },
        { id: first.id, attempt: 1, status: "dismissed" },
      ]);
      expect((await dataOf(answer(second.id, "Yes."))).status).toBe("answered");
      expect(await openQuestions()).toBe(0);
    });
  });

  describe("the step whose agent asks", () => {
    const begin = async (stepIndex = 0): Promise<string> => {
      const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name: "Draw", stepIndex });
      await job.call("runStep.updateStatus", { stepId, status: "running" });
      return stepId;
    };
    const end = (stepId: string, status: string) => job.call("runStep.updateStatus", { stepId, status });
    const inbox = async () => (await dataOf(api.get("/inbox"))).map(({ title }: { title: string }) => title);

    it.each(["completed", "failed", "cancelled", "skipped"])(
      "dismisses its questions in the transaction in which it ends as %s, and no others",
      async (status) => {
        const [stepId, other] = [await begin(0), await begin(1)];
        const first = await ask({ stepId, title: "First?", default: "Left." });
        const second = await ask({ stepId, title: "Second?", key: "second" });
        const others = await ask({ stepId: other, title: "Other?", key: "other" });
        const ofRun = await ask({ title: "Run?", key: "run" });
        expect(await inbox()).toEqual(["First?", "Second?", "Other?", "Run?"]);
        const waiting = job.call("run.awaitAnswer", { questionId: second.id, waitMs: 25_000 });
        await end(stepId, status);
        expect(await listed()).toMatchObject([
          { id: ofRun.id, stepId: null, status: "waiting" },
          { id: others.id, stepId: other, status: "waiting" },
          { id: second.id, stepId, status: "dismissed", answer: null, closedBy: null, closedAt: expect.any(String) },
          { id: first.id, stepId, status: "dismissed", answer: null, closedBy: null, closedAt: expect.any(String) },
        ]);
        expect(await waiting).toEqual({ id: second.id, _id: second.id, status: "dismissed", answer: null });
        expect(await openQuestions()).toBe(2);
        expect(await inbox()).toEqual(["Other?", "Run?"]);
        expect(await eventsOf("questions.answered")).toMatchObject([
          { questionId: first.id, status: "dismissed" },
          { questionId: second.id, status: "dismissed" },
        ]);
        expect(await refusalOf(answer(first.id, "Late."))).toEqual([409, "CONFLICT"]);
        expect((await dataOf(answer(others.id, "Yes."))).status).toBe("answered");
      },
    );

    it("does not end a question again that is closed", async () => {
      const stepId = await begin();
      const { id } = await ask({ stepId });
      await dataOf(answer(id, "Right."));
      await end(stepId, "completed");
      expect(await look(id)).toMatchObject({ status: "answered", answer: "Right." });
      expect(await eventsOf("questions.answered")).toMatchObject([{ questionId: id, status: "answered" }]);
    });

    it("400 for a step that has ended, is another run's or is none; a question that was asked before is returned", async () => {
      const stepId = await begin();
      const asked = await ask({ stepId });
      await end(stepId, "failed");
      expect(await ask({ stepId })).toEqual({ ...asked, status: "dismissed" });
      expect(await refusedAsk({ stepId, key: "new" })).toEqual([
        400,
        "The step is failed; it can ask no further questions.",
      ]);
      const other = await startRun(api);
      const theirs = await job.call("runStep.create", { runId: other.id, role: "judge", name: "Judge", stepIndex: 0 });
      expect(await refusedAsk({ stepId: theirs.id })).toEqual([400, `stepId: ${theirs.id} is not a step of this run.`]);
      expect(await refusedAsk({ stepId: runId })).toEqual([400, expect.stringContaining(runId)]);
      expect(await openQuestions()).toBe(0);
    });

    it("may be tried again, and the new try asks its own questions", async () => {
      const first = await begin();
      await ask({ stepId: first });
      await end(first, "failed");
      const second = await begin();
      const again = await ask({ stepId: second, key: "where/2" });
      expect([again.status, await openQuestions()]).toEqual(["waiting", 1]);
      await end(first, "cancelled");
      expect((await look(again.id)).status).toBe("waiting");
    });
  });

  it("is deleted with its run and with its project", async () => {
    const { id } = await ask();
    await api.post("/runs/delete", { runId });
    await dataOf(api.post("/runs/permanent-delete", { runId }));
    expect(await dataOf(api.get("/runs/questions"))).toEqual([]);
    expect(await job.refused("run.awaitAnswer", { questionId: id })).toEqual([
      400,
      expect.stringContaining("There is no question of a run"),
    ]);
    const again = await startRun(api);
    const other = await job.call("run.ask", { runId: again.id, key: "k", title: "?" });
    await deleteForGood(deployment, api);
    await expect
      .poll(() => job.refused("run.awaitAnswer", { questionId: other.id }), { timeout: 10_000 })
      .toEqual([400, expect.stringContaining("There is no question of a run")]);
  });
});
