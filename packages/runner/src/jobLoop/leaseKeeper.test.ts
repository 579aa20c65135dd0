import { once } from "node:events";
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Reachability } from "../service/reachability";
import { keepLease } from "./leaseKeeper";
import type { LeaseKeeper } from "./leaseKeeper";

const job = { jobId: "job_1", fence: 1, runnerId: "one" };
const refusal = "The job is queued; heartbeat is possible only when it is claimed.";

let server: Server;
let holding: LeaseKeeper;
/** The calls that wait for an answer, by operation. */
let waiting: Map<string, ServerResponse>;

beforeEach(async () => {
  waiting = new Map();
  server = createServer((request, response) => {
    void json(request).then((call) => waiting.set((call as { operation: string }).operation, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = { url, token: "secret", reachability: new Reachability(url, () => undefined) };
  // Not every lease is a multiple of three, by which its heartbeats are apart.
  holding = keepLease(service, { ...job, leaseMs: 3_001, claimedAtMs: performance.now() });
  await vi.waitUntil(() => waiting.has("job.heartbeat"), { timeout: 5_000 });
});
afterEach(() => {
  holding.release();
  server.closeAllConnections();
  server.close();
});

function answer(operation: string, status: number, body: object): void {
  waiting.get(operation)?.writeHead(status).end(JSON.stringify(body));
}

it("a heartbeat that the report of the end has overtaken does not silence that report", async () => {
  holding.end("stopping");
  const report = holding.lastCall("job.defer", { ...job, until: Date.now() + 2_000, reason: "The runner stops." });
  await expect.poll(() => waiting.has("job.defer")).toBe(true);
  answer("job.heartbeat", 400, { error: refusal });
  // The refusal has arrived before the report is answered.
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer("job.defer", 200, { result: { status: "queued" } });
  expect(await report).toEqual({ status: "queued" });
});

it("a heartbeat that is refused during the work ends it", async () => {
  answer("job.heartbeat", 400, { error: refusal });
  await expect.poll(() => holding.signal.aborted).toBe(true);
  expect(holding.signal.reason).toMatchObject({ kind: "lost" });
  await expect(holding.lastCall("job.complete", job)).rejects.toThrow("The lease was lost.");
});

it("a call that is refused because the work was called off ends it as that", async () => {
  answer("job.heartbeat", 200, { result: { cancelRequested: false } });
  waiting.clear();
  let failure: unknown;
  const asked = holding.call("job.makeAgentToken", { jobId: "job_1", fence: 1, runId: "r_1" });
  const ended = asked.catch((error: unknown) => (failure = error));
  await expect.poll(() => waiting.has("job.makeAgentToken")).toBe(true);
  answer("job.makeAgentToken", 409, { error: "The run is cancelled; its agent needs no token." });
  await expect.poll(() => waiting.has("job.heartbeat")).toBe(true);
  // Nobody hears of the refusal before it is known why.
  expect(failure).toBeUndefined();
  answer("job.heartbeat", 200, { result: { cancelRequested: true } });
  await ended;
  expect(failure).toMatchObject({ sentence: "The run is cancelled; its agent needs no token." });
  expect(holding.signal.reason).toMatchObject({ kind: "cancelled" });
});

it("a call that is refused for another reason ends nothing", async () => {
  answer("job.heartbeat", 200, { result: { cancelRequested: false } });
  waiting.clear();
  const asked = holding.call("job.makeAgentToken", { jobId: "job_1", fence: 1, runId: "r_1" });
  const failure = asked.catch((error: unknown) => error);
  await expect.poll(() => waiting.has("job.makeAgentToken")).toBe(true);
  answer("job.makeAgentToken", 400, { error: "There is no operation job.makeAgentToken." });
  await expect.poll(() => waiting.has("job.heartbeat")).toBe(true);
  answer("job.heartbeat", 200, { result: { cancelRequested: false } });
  expect(await failure).toMatchObject({ sentence: "There is no operation job.makeAgentToken." });
  expect(holding.signal.aborted).toBe(false);
});

it("a leap of the clock ends no lease", async () => {
  const real = Date.now;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => real() + 24 * 3_600_000);
  try {
    for (let beats = 0; beats < 2; beats++) {
      await expect.poll(() => waiting.has("job.heartbeat")).toBe(true);
      answer("job.heartbeat", 200, { result: { cancelRequested: false } });
      waiting.delete("job.heartbeat");
    }
    await expect.poll(() => waiting.has("job.heartbeat") || holding.signal.aborted).toBe(true);
    expect(holding.signal.aborted).toBe(false);
  } finally {
    clock.mockRestore();
  }
});

it("bounds how many calls of a job are under way", async () => {
  let underWay = 0;
  server.removeAllListeners("request");
  server.on("request", () => (underWay += 1));
  const ignored = () => undefined;
  for (let number = 0; number < 20; number++)
    void holding.call("job.defer", { ...job, until: 1, reason: "x" }).catch(ignored);
  await expect.poll(() => underWay).toBe(8);
  // The others would have arrived meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(underWay).toBe(8);
});
