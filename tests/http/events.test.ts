import { beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { eventsOf, lastEventIdsOf } from "../support/eventStream";
import {
  bearer,
  client,
  createKey,
  createProject,
  createSandbox,
  dataOf,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";

interface FeedEvent {
  id: string;
  type: string;
  at: number;
  subject: { type: string; id: string };
  runId?: string;
  data: Record<string, unknown>;
}

interface FeedPage {
  data: FeedEvent[];
  nextCursor: string;
  hasMore: boolean;
}

const typesOf = ({ data }: FeedPage) => data.map(({ type }) => type);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let api: Client;
  let apiKey: string;
  let projectId: string;
  let feed: (query?: string) => Promise<FeedPage>;
  beforeEach(async () => {
    ({ apiKey, projectId } = await createProject(deployment));
    api = client(deployment, apiKey);
    feed = async (query = "") => (await api.get(`/events?${query}`)).body as FeedPage;
  });

  describe("GET /api/v1/events", () => {
    it("200 with what happened to a run, oldest first, without what it was told to do", async () => {
      const { id } = await startRun(api, { prompt: "Use the password hunter2." });
      await job.call("run.updateStatus", { runId: id, status: "running" });
      await job.call("run.updatePr", { runId: id, prUrl: "https://code.example/1", prStatus: "open" });
      await job.call("run.updateStatus", { runId: id, status: "failed", error: "hunter2 is wrong." });
      const page = await feed();
      const subject = { type: "run", id };
      const byRunner = { type: "runner", id: null, name: "Runner" };
      const told = [
        [
          "run.created",
          { number: 1, status: "pending", source: "api", attempt: 1, actor: expect.objectContaining({ type: "key" }) },
        ],
        ["run.started", { number: 1, status: "running", from: "pending", attempt: 1, actor: byRunner }],
        ["run.pr_changed", { prUrl: "https://code.example/1", prStatus: "open", prNumber: null }],
        ["run.failed", { number: 1, status: "failed", from: "running", attempt: 1, actor: byRunner }],
      ];
      expect(page.data).toEqual(
        told.map(([type, data], index) => {
          const eventId = page.data[index]?.id;
          return { id: eventId, _id: eventId, type, at: expect.any(Number), subject, runId: id, data };
        }),
      );
      expect(page).toEqual({ data: page.data, nextCursor: expect.any(String), hasMore: false });
      expect(JSON.stringify(page)).not.toContain("hunter2");
    });

    it("200 without the credentials in addresses that a runner, an agent or a person has told, also in the log of the run", async () => {
      const address = (path: string) => `https://ada:hunter2@code.example/${path}`;
      const { id } = await startRun(api);
      await job.call("run.updateProgress", { runId: id, progress: { message: `Pushed to ${address("branch")}` } });
      await job.call("run.updatePr", { runId: id, prUrl: address("1"), prStatus: "open" });
      const sandboxId = await createSandbox(job, { runId: id });
      await job.call("sandbox.updatePr", { sandboxId, prUrl: address("2"), prStatus: "open", prNumber: 2 });
      const step = { role: "judge", name: `Judge ${address("3")}`, stepIndex: 0 };
      const { id: stepId } = await job.call("runStep.create", { runId: id, ...step });
      await job.call("runStep.updateStatus", { stepId, status: "completed" });
      await api.post("/issues/create", { title: `Crash of ${address("4")}` });
      await job.call("run.updateStatus", { runId: id, status: "failed", error: `Cannot push to ${address("5")}` });
      const told = JSON.stringify([await feed(), (await api.get(`/runs/events?id=${id}`)).body]);
      for (const path of ["branch", "3", "4", "5"]) expect(told).toContain(`https://***@code.example/${path}`);
      // Links lose them when they are stored.
      for (const path of ["1", "2"]) expect(told).toContain(`https://code.example/${path}`);
      expect(told).not.toContain("hunter2");
    });

    it("200 with what happened to issues, steps, and questions", async () => {
      const issue = await dataOf(api.post("/issues/create", { title: "Crash" }));
      await api.post("/issues/update", { issueId: issue.id, status: "in_progress" });
      await api.post("/issues/delete", { issueId: issue.id });
      const { id } = await startRun(api);
      const step = await job.call("runStep.create", { runId: id, role: "judge", name: "Judge", stepIndex: 0 });
      const question = await job.call("run.ask", { runId: id, key: "k", title: "Which?", options: ["a", "b"] });
      await api.post("/runs/questions/answer", { questionId: question.id, answer: "a" });
      await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
      const told = (await feed()).data.map(({ type, subject, runId }) => [type, subject.type, subject.id, runId]);
      expect(told).toEqual([
        ["issue.created", "issue", issue.id, undefined],
        ["issue.updated", "issue", issue.id, undefined],
        ["issue.deleted", "issue", issue.id, undefined],
        ["run.created", "run", id, id],
        ["questions.waiting", "runQuestion", question.id, id],
        ["questions.answered", "runQuestion", question.id, id],
        ["step.completed", "step", step.id, id],
      ]);
    });

    it("200 with an event under the id that it has in the log of its run", async () => {
      const { id } = await startRun(api);
      await api.post("/runs/cancel", { runId: id });
      const log: FeedEvent[] = await dataOf(api.get(`/runs/events?id=${id}`));
      expect((await feed()).data.map((event) => event.id)).toEqual(log.map((event) => event.id));
    });

    it("200 with the events behind an event or a cursor, and always with a cursor", async () => {
      expect(await feed()).toEqual({ data: [], nextCursor: expect.any(String), hasMore: false });
      const { nextCursor: beforeAll } = await feed();
      for (let index = 0; index < 5; index++) await startRun(api);
      const { data: all, nextCursor: end } = await feed();
      const first = await feed("limit=2");
      expect([first.data, first.hasMore]).toEqual([all.slice(0, 2), true]);
      const second = await feed(`limit=2&after=${first.nextCursor}`);
      expect([second.data, second.hasMore]).toEqual([all.slice(2, 4), true]);
      expect(await feed(`after=${second.nextCursor}`)).toEqual({ data: all.slice(4), nextCursor: end, hasMore: false });
      expect((await feed(`after=${beforeAll}`)).data).toEqual(all);
      expect((await feed(`after=${all[1]?.id}`)).data).toEqual(all.slice(2));
      expect(await feed(`after=${end}`)).toEqual({ data: [], nextCursor: end, hasMore: false });
    });

    it("200 with nothing of what has happened before, for after=latest", async () => {
      for (let index = 0; index < 3; index++) await startRun(api);
      const { data, nextCursor, hasMore } = await feed("after=latest");
      expect([data, hasMore]).toEqual([[], false]);
      const { id } = await startRun(api);
      expect((await feed(`after=${nextCursor}`)).data.map(({ subject }) => subject.id)).toEqual([id]);
    });

    it("200 with the events after one that nobody has read in the feed yet", async () => {
      const { id } = await startRun(api);
      await api.post("/runs/cancel", { runId: id });
      const [created] = await dataOf(api.get(`/runs/events?id=${id}`));
      expect(typesOf(await feed(`after=${created.id}`))).toEqual(["run.cancelled"]);
    });

    it("200 with the types that are asked for, and a cursor behind the others", async () => {
      const { id } = await startRun(api);
      await job.call("run.updateStatus", { runId: id, status: "running" });
      await api.post("/runs/cancel", { runId: id });
      expect(typesOf(await feed("types=run.created,run.cancelled"))).toEqual(["run.created", "run.cancelled"]);
      expect(typesOf(await feed("types=run.*"))).toEqual(["run.created", "run.started", "run.cancelled"]);
      expect(typesOf(await feed("types=*"))).toEqual(["run.created", "run.started", "run.cancelled"]);
      const none = await feed("types=budget.*,webhook.disabled");
      expect(none).toEqual({ data: [], nextCursor: (await feed()).nextCursor, hasMore: false });
    });

    it.each([
      ["types", "types=run.flew"],
      ["types", "types=ru*"],
      ["types", "types="],
      ["types", "types=run.created,"],
      ["types", "types=**"],
      ["types", "types=message.sent"],
      ["limit", "limit=0"],
      ["limit", "limit=201"],
      ["wait", "wait=26"],
      ["after", "after="],
      ["after", "after=1"],
      ["after", "after=ev_"],
      ["after", "after=ev_x"],
      ["after", "after=%00"],
      ["after", `after=${"x".repeat(3_000)}`],
      ["cursor", "cursor=x"],
      ["seq", "seq=1"],
    ])("400 VALIDATION naming %s for ?%s", async (field, query) => {
      expect(await refusalOf(api.get(`/events?${query}`))).toEqual([400, "VALIDATION", field]);
    });

    it("400 VALIDATION for an event or cursor of another project, or an id of something else", async () => {
      const { id } = await startRun(api);
      const { data, nextCursor } = await feed();
      const other = client(deployment, (await createProject(deployment)).apiKey);
      await startRun(other);
      expect((await other.get("/events")).body.data).toHaveLength(1);
      for (const after of [nextCursor, data[0]?.id, `ev_${id.slice("r_".length)}`, id]) {
        expect(await refusalOf(other.get(`/events?after=${after}`))).toEqual([400, "VALIDATION", "after"]);
      }
    });

    it("403 SCOPE_DENIED without events:read", async () => {
      const { apiKey: other } = await createKey(deployment, projectId, ["runs:write"]);
      expect(await refusalOf(client(deployment, other).get("/events"))).toEqual([403, "SCOPE_DENIED"]);
      const { apiKey: reader } = await createKey(deployment, projectId, ["events:read"]);
      expect((await client(deployment, reader).get("/events")).status).toBe(200);
    });

    describe("that waits", () => {
      it("200 with an event that is asked for, soon after it happened, and not with others", async () => {
        const { id } = await startRun(api);
        const { nextCursor } = await feed();
        const answer = feed(`after=${nextCursor}&types=run.cancelled&wait=20`);
        await job.call("run.updateStatus", { runId: id, status: "running" });
        await api.post("/runs/cancel", { runId: id });
        const cameAtMs = performance.now();
        expect(typesOf(await answer)).toEqual(["run.cancelled"]);
        expectWithin(2_000, performance.now() - cameAtMs, "milliseconds until the answer");
      });

      it("200 with nothing when its time is over, and a cursor behind what was not asked for", async () => {
        const { nextCursor } = await feed();
        const answer = feed(`after=${nextCursor}&types=issue.*&wait=1`);
        await startRun(api);
        const { data, nextCursor: later } = await answer;
        expect(data).toEqual([]);
        expect((await feed(`after=${later}`)).data).toEqual([]);
      });
    });

    describe("as server-sent events", () => {
      const streamOf = (query: string, headers: Record<string, string> = {}) =>
        deployment.fetch(`/api/v1/events?${query}`, {
          headers: { ...bearer(apiKey), Accept: "text/event-stream", ...headers },
        });

      it("continue after the id in Last-Event-ID", async () => {
        const { id } = await startRun(api);
        await job.call("run.updateStatus", { runId: id, status: "running" });
        const seen: string[] = [];
        const stream = eventsOf(await streamOf("types=run.*"));
        for await (const { id: eventId, event, data } of stream) {
          expect([eventId, event]).toEqual([data.id, data.type]);
          seen.push(String(eventId));
          if (seen.length === 2) break;
        }
        await api.post("/runs/cancel", { runId: id });
        for await (const { event } of eventsOf(await streamOf("", { "Last-Event-ID": seen[1] ?? "" }))) {
          expect(event).toBe("run.cancelled");
          break;
        }
      });

      const firstIdOf = async (stream: Response) => {
        for await (const id of lastEventIdsOf(stream)) return id;
        throw new Error("The stream had no id.");
      };

      it("with after=latest continue where they began, when they were lost before the first event", async () => {
        await startRun(api);
        const place = await firstIdOf(await streamOf("after=latest"));
        const { id } = await startRun(api);
        for await (const { event, data } of eventsOf(await streamOf("after=latest", { "Last-Event-ID": place }))) {
          expect([event, data.subject.id]).toEqual(["run.created", id]);
          break;
        }
      });

      it("continue behind what was not asked for", async () => {
        const { id } = await startRun(api);
        await job.call("run.updateStatus", { runId: id, status: "running" });
        const { data, nextCursor } = await feed();
        const ids: string[] = [];
        for await (const place of lastEventIdsOf(await streamOf("types=run.created"))) {
          ids.push(place);
          if (ids.length === 2) break;
        }
        expect(ids).toEqual([data[0]?.id, nextCursor]);
        expect(await firstIdOf(await streamOf("types=issue.*"))).toBe(nextCursor);
      });

      it("400 VALIDATION for a Last-Event-ID that names nothing", async () => {
        const refused = await streamOf("", { "Last-Event-ID": "an event" });
        expect([refused.status, (await refused.json()).error.field]).toEqual([400, "Last-Event-ID"]);
        const unknown = await streamOf("", { "Last-Event-ID": "ev_x" });
        expect([unknown.status, (await unknown.json()).error.field]).toEqual([400, "after"]);
      });
    });
  });
});
