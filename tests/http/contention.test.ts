// The small form of tests/proofs/contention.test.ts: many clients in one project, on the engine in the mode in which
// mutations conflict as on Convex.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { contend, expectNothingLost } from "../support/contention";
import { type RunningEngine, startEngine } from "../support/engine";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, concurrency: "optimistic" });
});
afterAll(async () => {
  await engine.kill();
});

it("16 clients write to the same rows of one project: nothing is refused, lost or counted twice", async () => {
  const found = await contend(engine, { clients: 16, runs: 24 });
  expectNothingLost(found);
  expect(found.started).toBe(24);
  // Without conflicts the test would show nothing.
  expect(Object.keys(found.conflicts)).not.toEqual([]);
  await expectConsistent(engine);
}, 240_000);
