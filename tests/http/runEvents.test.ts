import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { engineDeployment } from "../support/engineDeployment";
import { allEventsOf, eventsOf, lastEventIdsOf } from "../support/eventStream";
import { bearer, client, createKey, createProject, dataOf, refusalOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";

const streamType = { Accept: "text/event-stream" };

function streamOf(deployment: Deployment, apiKey: string, query: string, headers: Record<string, string> = {}) {
  return deployment.fetch(`/api/v1/runs/events?${query}`, {
    headers: { ...bearer(apiKey), ...streamType, ...headers },
  });
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let api: Client;
  let apiKey: string;
  let projectId: string;
  beforeAll(async () => {
    ({ apiKey, projectId } = await createProject(deployment));
    api = client(deployment, apiKey);
  });

  describe("GET /api/v1/runs/events", () => {
    let id: string;
    beforeEach(async () => {
      ({ id } = await startRun(api));
    });

    it("200 with all events, oldest first, numbered from 1 without gaps", async () => {
      await job.call("run.updateStatus", { runId: id, status: "running" });
      await job.call("run.updateProgress", { runId: id, progress: { currentStepLabel: "Designing", message: "Hm." } });
      const step = await job.call("runStep.create", { runId: id, role: "judge", name: "Judge", stepIndex: 0 });
      await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
      await job.call("run.updatePr", { runId: id, prUrl: "https://code.example/1", prStatus: "open" });
      await job.call("run.updateCiChecks", { runId: id, status: "running", checks: [] });
      await job.call("run.updateStatus", { runId: id, status: "failed", error: "Out of memory." });
      const { data, nextCursor, hasMore } = (await api.get(`/runs/events?id=${id}`)).body;
      expect([nextCursor, hasMore]).toEqual([null, false]);
      const byRunner = { type: "runner", id: null, name: "Runner" };
      const told = [
        [
          "run.created",
          { status: "pending", source: "api", attempt: 1, actor: expect.objectContaining({ type: "key" }) },
        ],
        ["run.status", { status: "running", from: "pending", attempt: 1, actor: byRunner }],
        ["run.progress", { label: "Designing", message: "Hm." }],
        ["step.created", { stepId: step.id, stepIndex: 0, role: "judge", name: "Judge", attempt: 1 }],
        ["step.status", { stepId: step.id, status: "completed", from: "pending" }],
        ["pr", { prUrl: "https://code.example/1", prStatus: "open", prNumber: null }],
        ["ci", { status: "running" }],
        ["run.status", { status: "failed", from: "running", attempt: 1, actor: byRunner, error: "Out of memory." }],
      ];
      expect(data).toEqual(
        told.map(([type, content], index) => ({
          id: expect.stringMatching(/^ev_/),
          _id: data[index].id,
          seq: index + 1,
          type,
          at: expect.any(Number),
          data: content,
        })),
      );
      const times = data.map(({ at }: { at: number }) => at);
      expect(times).toEqual(times.filter(Number.isInteger).sort((a: number, b: number) => a - b));
    });

    it("200 with the events after one, at most as many as requested", async () => {
      for (let index = 0; index < 4; index++) await job.call("run.updateProgress", { runId: id, progress: `${index}` });
      const seqs = async (query: string) => {
        const { data, nextCursor, hasMore } = (await api.get(`/runs/events?id=${id}&${query}`)).body;
        return [data.map(({ seq }: { seq: number }) => seq), nextCursor, hasMore];
      };
      expect(await seqs("limit=2")).toEqual([[1, 2], "2", true]);
      expect(await seqs("limit=2&after=2")).toEqual([[3, 4], "4", true]);
      expect(await seqs("limit=2&cursor=4")).toEqual([[5], null, false]);
      expect(await seqs("after=5")).toEqual([[], null, false]);
      expect(await seqs("after=900")).toEqual([[], null, false]);
    });

    it("of an earlier attempt stay when the run is restarted, and the numbers continue", async () => {
      await api.post("/runs/cancel", { runId: id });
      await api.post("/runs/restart", { runId: id });
      const events = await dataOf(api.get(`/runs/events?id=${id}`));
      expect(events.map(({ seq, data }: { seq: number; data: { attempt: number } }) => [seq, data.attempt])).toEqual([
        [1, 1],
        [2, 1],
        [3, 2],
      ]);
    });

    it.each([
      ["id", ""],
      ["limit", "id=r_x&limit=0"],
      ["limit", "id=r_x&limit=201"],
      ["after", "id=r_x&after=-1"],
      ["after", "id=r_x&after=x"],
      ["cursor", "id=r_x&cursor=x"],
      ["wait", "id=r_x&wait=26"],
      ["wait", "id=r_x&wait=-1"],
      ["wait", "id=r_x&wait=0.5"],
      ["wait", "id=r_x&wait="],
      ["colour", "id=r_x&colour=red"],
    ])("400 VALIDATION naming %s for ?%s", async (field, query) => {
      expect(await refusalOf(api.get(`/runs/events?${query}`))).toEqual([400, "VALIDATION", field]);
    });

    it("404 NOT_FOUND for a run that does not exist", async () => {
      expect(await refusalOf(api.get("/runs/events?id=r_x"))).toEqual([404, "NOT_FOUND"]);
    });

    describe("that waits", () => {
      it("200 with an event, soon after it happened", async () => {
        const answer = api.get(`/runs/events?id=${id}&after=1&wait=20`);
        await job.call("run.updateStatus", { runId: id, status: "running" });
        const cameAtMs = performance.now();
        const { data, nextCursor, hasMore } = (await answer).body;
        const tookMs = performance.now() - cameAtMs;
        expect([data.map(({ seq }: { seq: number }) => seq), nextCursor, hasMore]).toEqual([[2], null, false]);
        expectWithin(2_000, tookMs, "milliseconds until the answer");
      });

      it("200 with nothing when its time is over", async () => {
        const startedAtMs = performance.now();
        const { status, body } = await api.get(`/runs/events?id=${id}&after=1&wait=1`);
        expect([status, body]).toEqual([200, { data: [], nextCursor: null, hasMore: false }]);
        expect(performance.now() - startedAtMs).toBeGreaterThan(990);
      });

      it("200 at once if there are events already, and for HEAD", async () => {
        const startedAtMs = performance.now();
        expect((await api.get(`/runs/events?id=${id}&wait=25`)).body.data).toHaveLength(1);
        const path = `/api/v1/runs/events?id=${id}&after=1&wait=25`;
        expect((await deployment.fetch(path, { method: "HEAD", headers: bearer(apiKey) })).status).toBe(200);
        expectWithin(5_000, performance.now() - startedAtMs, "milliseconds of both answers");
      });

      it("401 AUTH_INVALID once its key is revoked, 404 NOT_FOUND once the run is deleted", async () => {
        const other = await createKey(deployment, projectId, ["runs:read"]);
        const path = `/runs/events?id=${id}&after=1&wait=20`;
        const ofRevoked = refusalOf(client(deployment, other.apiKey).get(path));
        const ofDeleted = refusalOf(api.get(path));
        await api.post("/project/api-keys/revoke", { keyId: other.keyId });
        expect(await ofRevoked).toEqual([401, "AUTH_INVALID"]);
        await api.post("/runs/delete", { runId: id });
        expect(await ofDeleted).toEqual([404, "NOT_FOUND"]);
      });
    });

    describe("as server-sent events", () => {
      it("200 with each event once, and an end event when the run has ended", async () => {
        await job.call("run.updateProgress", { runId: id, progress: { message: "First\nsecond line." } });
        await api.post("/runs/cancel", { runId: id });
        const response = await streamOf(deployment, apiKey, `id=${id}`);
        expect([response.status, response.headers.get("Content-Type")]).toEqual([
          200,
          "text/event-stream; charset=utf-8",
        ]);
        expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
        // Proxies must neither buffer nor compress the stream.
        expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
        expect(response.headers.get("X-Accel-Buffering")).toBe("no");
        expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
        const told = await dataOf(api.get(`/runs/events?id=${id}`));
        const sent = told.map((event: { seq: number; type: string }) => ({
          id: String(event.seq),
          event: event.type,
          data: event,
        }));
        expect(await allEventsOf(response)).toEqual([...sent, { id: null, event: "end", data: { after: 3 } }]);
      });

      it("200 from the event after Last-Event-ID, which takes precedence over the query", async () => {
        await job.call("run.updateProgress", { runId: id, progress: "On it" });
        await api.post("/runs/cancel", { runId: id });
        const seqs = async (query: string, headers: Record<string, string> = {}) => {
          const response = await streamOf(deployment, apiKey, `id=${id}${query}`, headers);
          return (await allEventsOf(response)).map((event) => event.id);
        };
        expect(await seqs("&after=1")).toEqual(["2", "3", null]);
        expect(await seqs("&after=0", { "Last-Event-ID": "2" })).toEqual(["3", null]);
        expect(await seqs("&after=3", { "Last-Event-ID": "1" })).toEqual(["2", "3", null]);
        expect(await seqs("&cursor=2", { "Last-Event-ID": "0" })).toEqual(["1", "2", "3", null]);
      });

      it("200 with an empty page and no stream when all events were sent, so that clients do not connect again", async () => {
        await api.post("/runs/cancel", { runId: id });
        const response = await streamOf(deployment, apiKey, `id=${id}`, { "Last-Event-ID": "2" });
        expect([response.status, response.headers.get("Content-Type")]).toEqual([
          200,
          "application/json; charset=utf-8",
        ]);
        expect(await response.json()).toEqual({ data: [], nextCursor: null, hasMore: false });
      });

      it("200 for HEAD, without a stream", async () => {
        const init = { method: "HEAD", headers: { ...bearer(apiKey), ...streamType } };
        const response = await deployment.fetch(`/api/v1/runs/events?id=${id}`, init);
        expect([response.status, response.headers.get("Content-Type")]).toEqual([
          200,
          "text/event-stream; charset=utf-8",
        ]);
        expect(await response.text()).toBe("");
      });

      it("200 with a page if another content type is requested, even with Last-Event-ID", async () => {
        const headers = { Accept: "text/html, */*", "Last-Event-ID": "x" };
        expect((await api.get(`/runs/events?id=${id}`, headers)).body.data).toHaveLength(1);
      });

      it("are refused like the list, before the stream begins", async () => {
        const other = client(deployment, (await createProject(deployment)).apiKey);
        const narrow = client(deployment, (await createKey(deployment, projectId, ["issues:read"])).apiKey);
        const unreadable = { ...streamType, "Last-Event-ID": "x" };
        expect(await refusalOf(client(deployment, "svc_test_x").get(`/runs/events`, streamType))).toEqual([
          401,
          "AUTH_INVALID",
        ]);
        expect(await refusalOf(narrow.get(`/runs/events?id=${id}`, unreadable))).toEqual([403, "SCOPE_DENIED"]);
        expect(await refusalOf(api.get(`/runs/events?id=r_x&wait=26`, streamType))).toEqual([
          400,
          "VALIDATION",
          "wait",
        ]);
        for (const lastId of ["x", "-1", "1.5", "1".repeat(16)]) {
          const headers = { ...streamType, "Last-Event-ID": lastId };
          expect(await refusalOf(api.get("/runs/events?id=r_x", headers))).toEqual([
            400,
            "VALIDATION",
            "Last-Event-ID",
          ]);
        }
        expect(await refusalOf(api.get("/runs/events?id=r_x", streamType))).toEqual([404, "NOT_FOUND"]);
        expect(await refusalOf(other.get(`/runs/events?id=${id}`, streamType))).toEqual([403, "FORBIDDEN"]);
      });
    });
  });
});

// In convex-test no function runs after an HTTP action has answered.
describe("an open stream of events, on the engine", () => {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let api: Client;
  let apiKey: string;
  let projectId: string;
  let id: string;
  beforeAll(async () => {
    ({ apiKey, projectId } = await createProject(deployment));
    api = client(deployment, apiKey);
  });
  beforeEach(async () => {
    ({ id } = await startRun(api));
  });

  it("sends each event as it happens", async () => {
    const events = eventsOf(await streamOf(deployment, apiKey, `id=${id}&after=1`));
    const next = async () => (await events.next()).value ?? null;
    for (const progress of ["One", "Two", "Three"]) {
      const coming = next();
      await job.call("run.updateProgress", { runId: id, progress });
      const cameAtMs = performance.now();
      expect(await coming).toMatchObject({ event: "run.progress", data: { data: { label: progress } } });
      expectWithin(2_000, performance.now() - cameAtMs, "milliseconds until the event");
    }
    await api.post("/runs/cancel", { runId: id });
    expect(await next()).toMatchObject({ id: "5", event: "run.status" });
    expect(await next()).toEqual({ id: null, event: "end", data: { after: 5 } });
    expect(await next()).toBeNull();
  });

  it("begins with its place, also before the first event", async () => {
    for await (const place of lastEventIdsOf(await streamOf(deployment, apiKey, `id=${id}&after=1`))) {
      expect(place).toBe("1");
      break;
    }
  });

  it("is refused and ends when its key is revoked or its run deleted", async () => {
    const other = await createKey(deployment, projectId, ["runs:read"]);
    const ofRevoked = await streamOf(deployment, other.apiKey, `id=${id}&after=1`);
    const ofDeleted = await streamOf(deployment, apiKey, `id=${id}&after=2`);
    await api.post("/project/api-keys/revoke", { keyId: other.keyId });
    await api.post("/runs/delete", { runId: id });
    const refused = (response: Response, code: string) => ({
      id: null,
      event: "refused",
      data: { error: { code, message: expect.any(String), requestId: response.headers.get("X-Request-ID") } },
    });
    expect((await allEventsOf(ofRevoked)).at(-1)).toEqual(refused(ofRevoked, "AUTH_INVALID"));
    expect(await allEventsOf(ofDeleted)).toEqual([refused(ofDeleted, "NOT_FOUND")]);
  });
});
