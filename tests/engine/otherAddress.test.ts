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

async function call(localAddress: string, path: string, args: object): Promise<number> {
  const sent = request(`${engine.socketUrl}/api/action`, {
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

it("a client with long steps has one of them for many short steps of another", async () => {
  const busy = Array.from({ length: 10 }, () => call("127.0.0.2", "turns:busySteps", { steps: 10, ms: 20 }));
  const short = call("127.0.0.1", "turns:shortSteps", { atOnce: 60, times: 5 });
  expect(await short).toBeLessThan(Math.min(...(await Promise.all(busy))));
});
