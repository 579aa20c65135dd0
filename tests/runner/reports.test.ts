// A runner says what it is called, what it can do and how many places it has, and people see that.
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version as own } from "../../packages/runner/package.json";
import { dataOf } from "../support/fixtures";
import { makeWorld, runnerIn, startSteps } from "./fixture";
import type { World } from "./fixture";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => await world?.end());

it("tells its name, its version, its agents with what they lack, its places and its disk", async () => {
  const missing = path.join(world.folder, "no-agent");
  const agents = { demo: { kind: "demo" }, own: { kind: "command", command: [missing] } };
  const runner = runnerIn(world, { name: "builder", jobs: 3, agents });
  try {
    await startSteps(world, { instructions: "read forever" });
    const listed = async () => (await dataOf(world.api.get("/runners")))[0];
    await expect
      .poll(listed, { timeout: 20_000 })
      .toMatchObject({ name: "builder", places: { total: 3, free: 2, waiting: 0 } });
    const { version, protocol, agents: told, freeDiskMb, lastError } = await listed();
    expect({ version, protocol, lastError }).toEqual({ version: own, protocol: 2, lastError: null });
    expect(freeDiskMb).toBeGreaterThan(0);
    expect(told).toEqual([
      { name: "demo", kind: "demo", isolation: "none", problem: null },
      {
        name: "own",
        kind: "command",
        isolation: "none",
        problem: `The program ${missing} was not found. Install it, or change the command in the configuration.`,
      },
    ]);
  } finally {
    await runner.stop();
  }
});
