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

async function call(localAddress: string, kind: "action" | "mutation", path: string, args: object): Promise<unknown> {
  const sent = request(`${engine.socketUrl}/api/${kind}`, {
    method: "POST",
    localAddress,
    headers: { "Content-Type": "application/json" },
  });
  sent.end(JSON.stringify({ path, args, format: "json" }));
  const [answer] = await once(sent, "response");
  return await json(answer);
}

it("a mutation of a busy client that waits is not waited for by the mutations of others", async () => {
  const ended: string[] = [];
  const noted = async (name: string, called: Promise<unknown>) => {
    expect(await called).toMatchObject({ status: "success", value: "done" });
    ended.push(name);
  };
  const busy = Array.from({ length: 20 }, () =>
    noted("busy", call("127.0.0.2", "action", "turns:busySteps", { steps: 20, ms: 5 })),
  );
  const waiting = noted("waiting", call("127.0.0.2", "mutation", "turns:waitingSteps", { steps: 30 }));
  const other = noted("other", call("127.0.0.1", "mutation", "turns:waitingSteps", { steps: 1 }));
  await Promise.all([...busy, waiting, other]);
  expect(ended.indexOf("other")).toBeLessThan(ended.indexOf("busy"));
});
