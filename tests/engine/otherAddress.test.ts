// What a client asks for delays the requests of its own address, and not those of others.
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { testApp } from "./testApp";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.stop());

async function call(localAddress: string, kind: "action" | "mutation", path: string, args: object): Promise<number> {
  const sent = request(`${engine.socketUrl}/api/${kind}`, {
    method: "POST",
    localAddress,
    headers: { "Content-Type": "application/json" },
  });
  sent.end(JSON.stringify({ path, args, format: "json" }));
  const [response] = await once(sent, "response");
  const answer = await json(response);
  expect(answer).toEqual({ status: "success", value: expect.any(Number), logLines: [] });
  return (answer as { value: number }).value;
}

it("a mutation of a busy client that waits is not waited for by the mutations of others", async () => {
  const busy = Array.from({ length: 60 }, () => call("127.0.0.2", "action", "turns:busySteps", { steps: 10, ms: 5 }));
  const waiting = call("127.0.0.2", "mutation", "turns:waitingSteps", { steps: 12 });
  // It begins when the one before it has ended.
  const other = call("127.0.0.1", "mutation", "turns:waitingSteps", { steps: 1 });
  await waiting;
  expect(await other).toBeLessThan(Math.min(...(await Promise.all(busy))));
});
