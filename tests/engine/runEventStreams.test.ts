// Runs on the engine are followed while events are written: by polling, by waiting, and by streams that are
// interrupted. All followers see the same events. `EVENTS` is the number of events; 100,000 take some minutes.
import { setTimeout as pause } from "node:timers/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FunctionLog } from "../../engine/application/log/functionLog";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { callFunction, deploymentOn } from "../support/engineDeployment";
import { eventsOf } from "../support/eventStream";
import { bearer, callbackOf, client, createProject, createWorkflow, startRun } from "../support/fixtures";
import type { Runner } from "../support/fixtures";
import { pushBeside } from "../support/pushBeside";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import { randomNumbers } from "./crashLoad";

const eventCount = Number(process.env["EVENTS"] ?? 20_000);
const runCount = 20;
/** The average number of events that one transaction writes. */
const mostlyAtOnce = 20;
const seed = Number(process.env["STREAM_SEED"] ?? Date.now() % 2 ** 31);

interface Seen {
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

describe("while 20 runs write", () => {
  let engine: RunningEngine;
  let apiKey: string;
  let job: Runner;
  const ids: string[] = [];
  const random = randomNumbers(seed);
  let projectId: string;
  beforeAll(async () => {
    engine = await startEngine();
    await pushBeside(engine, path.join(import.meta.dirname, "../support/readBudgets/bulkInsert.ts"));
    const deployment = deploymentOn(() => engine);
    ({ apiKey, projectId } = await createProject(deployment));
    const api = client(deployment, apiKey);
    job = await callbackOf(deployment);
    const workflowId = await createWorkflow(api);
    for (let index = 0; index < runCount; index++) ids.push((await startRun(api, { workflowId })).id);
  });
  afterAll(() => engine.kill());

  /** The first and the last event of a run come from the API. This test writes those in between as fast as possible. */
  const perRun = Math.floor(eventCount / runCount);
  const lastSeq = perRun + 2;

  async function write(runId: string): Promise<void> {
    for (let seq = 2; seq < lastSeq;) {
      const most = 1 + Math.floor(random() * 2 * mostlyAtOnce);
      const documents = [];
      while (documents.length < most && seq < lastSeq) documents.push(eventOf(runId, seq++));
      await callFunction(engine, "bulkInsert:insertAll", { table: "runEvents", documents });
    }
    await job.call("run.updateStatus", { runId, status: "completed" });
  }

  const plainId = (publicId: string) => publicId.slice(publicId.lastIndexOf("_") + 1);
  const eventOf = (runId: string, seq: number) => ({
    projectId: plainId(projectId),
    runId: plainId(runId),
    seq,
    type: "run.progress",
    data: JSON.stringify({ label: `${seq}` }),
  });

  function get(query: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...bearer(apiKey), ...(init.headers as Record<string, string> | undefined) };
    return fetch(`${engine.httpUrl}/api/v1/runs/events?${query}`, { ...init, headers });
  }

  /** Reads page after page until it has seen the last event. */
  async function readPages(id: string, waitSeconds: number): Promise<Seen[]> {
    const seen: Seen[] = [];
    while ((seen.at(-1)?.seq ?? 0) < lastSeq) {
      const after = seen.at(-1)?.seq ?? 0;
      const response = await get(`id=${id}&limit=200&after=${after}&wait=${waitSeconds}`);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()} ${engine.errorOutput()}`);
      seen.push(...((await response.json()) as { data: Seen[] }).data);
      if (waitSeconds === 0) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return seen;
  }

  /** Reads streams that are cut off after some events, and continues each time from the last event received. */
  async function readStreams(id: string, cut: () => void): Promise<Seen[]> {
    const seen: Seen[] = [];
    while ((seen.at(-1)?.seq ?? 0) < lastSeq) {
      const lastId = seen.at(-1)?.seq;
      const headers = {
        Accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "Last-Event-ID": String(lastId) }),
      };
      const patience = 1 + Math.floor((random() * perRun) / 3);
      let events = 0;
      for await (const event of eventsOf(await get(`id=${id}`, { headers }))) {
        if (event.id === null) continue;
        expect([event.id, event.event]).toEqual([String(event.data.seq), event.data.type]);
        seen.push(event.data);
        events += 1;
        if (event.data.seq === lastSeq) break;
        if (events < patience) continue;
        cut();
        break;
      }
    }
    return seen;
  }

  it(`followers see each of ${eventCount} events once and in order, in whichever way they follow`, async () => {
    const cut = vi.fn<() => void>();
    const writing = Promise.all(ids.map(write));
    const polled = Promise.all(ids.map((id) => readPages(id, 0)));
    const waited = Promise.all(ids.map((id) => readPages(id, 25)));
    const streamed = Promise.all(ids.map((id) => readStreams(id, cut)));
    const all = await Promise.all([polled, waited, streamed, writing]);
    const numbers = Array.from({ length: lastSeq }, (_, index) => index + 1);
    for (const [index] of ids.entries()) {
      const [first = [], ...others] = all.slice(0, 3).map((runs) => (runs as Seen[][])[index] ?? []);
      expect(first.map(({ seq }) => seq)).toEqual(numbers);
      expect(first.slice(1, -1).map(({ data }) => data["label"])).toEqual(numbers.slice(1, -1).map(String));
      for (const other of others) expect(other).toEqual(first);
    }
    expect(cut.mock.calls.length, `seed ${seed}`).toBeGreaterThan(runCount);
  }, 900_000);

  it("open streams do not keep the server from stopping, which ends them", async () => {
    const deployment = deploymentOn(() => engine);
    const { id } = await startRun(client(deployment, apiKey));
    const headers = { Accept: "text/event-stream" };
    const streams = await Promise.all(Array.from({ length: 50 }, () => get(`id=${id}`, { headers })));
    const readings = streams.map(async (response) => {
      for await (const event of eventsOf(response)) expect(event.id).toBe("1");
    });
    const endings = Promise.allSettled(readings);
    const startedAtMs = performance.now();
    expect(await engine.stop()).toBe(0);
    expect(performance.now() - startedAtMs).toBeLessThan(5000);
    for (const { status } of await endings) expect(status).toBe("rejected");
    expect(engine.errorOutput()).not.toContain("broke off");
  });
});

describe("waiting without an event", () => {
  it("runs a query twice, however long it takes", async () => {
    const engine = await startMeteredEngine({ keepsResults: true });
    try {
      const { httpUrl } = engine;
      const call: typeof engine.call = (...args) => engine.call(...args);
      const deployment = {
        fetch: (path: string, init?: RequestInit) => fetch(httpUrl + path, init),
        query: call,
        mutation: call,
        action: call,
        upload: async () => "",
        setEnvironment: async () => {},
      };
      const { apiKey } = await createProject(deployment);
      const api = client(deployment, apiKey);
      const { id } = await startRun(api);
      const finished = vi.spyOn(FunctionLog.prototype, "recordRun");
      const transactions = async (seconds: number) => {
        // The first request records that the key is used now, since its last use is more than a second old. The second
        // reads that, so that the request below neither records nor reads it.
        await pause(1_100);
        for (let times = 0; times < 2; times++) await api.get("/project");
        finished.mockClear();
        const { body } = await api.get(`/runs/events?id=${id}&after=1&wait=${seconds}`);
        expect(body.data).toEqual([]);
        const run = finished.mock.calls.map(([each]) => each).find(({ kind }) => kind === "httpAction");
        return run?.usages.filter((usage) => usage.get("documentsWritten") === 0).length;
      };
      expect(await transactions(1)).toBe(2);
      // The waiting request repeats a query whose result is cached already.
      expect(await transactions(3)).toBe(1);
    } finally {
      await engine.stop();
    }
  });
});
