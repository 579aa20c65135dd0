// Sixty-four clients in one project, on the engine in the mode in which mutations conflict as on Convex: no request is
// refused, and everything is counted once.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { contend, expectNothingLost, reportOf } from "../support/contention";
import { type RunningEngine, startEngine } from "../support/engine";

const forMs = process.env["PROOFS"] === "long" ? 60_000 : 25_000;

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, concurrency: "optimistic" });
});
afterAll(async () => {
  await engine.kill();
});

it("64 clients start, claim, report and finish runs of one project: nothing is refused, lost or counted twice", async () => {
  const found = await contend(engine, { clients: 64, forMs });
  console.info(reportOf(found));
  expectNothingLost(found);
  expect(found.started).toBeGreaterThanOrEqual(64);
  await expectConsistent(engine);
});
