// Mutations that conflict as on Convex, on a whole engine: what clients, actions and jobs see of the conflicts.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";
import { testApp } from "./testApp";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp, contexts: "fresh", concurrency: "optimistic" });
});
afterAll(async () => {
  await engine.kill();
});

async function post(path: string, args: object): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${engine.socketUrl}/api/mutation`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  return { status: response.status, answer: await response.json() };
}

const runOf = (label: string) => ({
  steps: [{ kind: "labels" }, { kind: "nested", steps: [{ kind: "insert", label }] }, { kind: "schedule", label }],
});

it("commits each mutation and what it schedules once, or answers 503 with Convex's code and leaves nothing", async () => {
  const labels = Array.from({ length: 40 }, (_, at) => `number ${at}`);
  const answers = await Promise.all(labels.map((label) => post("transactions:run", runOf(label))));
  const committed = labels.filter((_, at) => answers[at]?.status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(committed).not.toEqual([]);
  for (const { status, answer } of refused) {
    expect([status, answer]).toEqual([503, expect.objectContaining({ code: "OptimisticConcurrencyControlFailure" })]);
  }
  const things = await callFunction(engine, "transactions:labels", { table: "things" });
  expect([...(things as string[])].toSorted()).toEqual(committed.toSorted());
  // Each mutation has seen all that were committed before it.
  const seen = answers.flatMap(({ status, answer }) =>
    status === 200 ? [((answer as { value: string[][] }).value[0] ?? []).length] : [],
  );
  expect(seen.toSorted((a, b) => a - b)).toEqual(committed.map((_, at) => at));
  await expect
    .poll(async () => [...((await callFunction(engine, "scheduling:ran", {})) as string[])].toSorted())
    .toEqual(committed.toSorted());
  expect(engine.errorOutput()).toContain('"conflict":{"table":"things"');
});
