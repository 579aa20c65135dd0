// Every cron of the product runs on a service that nobody has used yet: its tables are empty, and no file is stored.
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import crons from "../../convex/crons";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
});
afterAll(() => engine?.kill());

const jobs = Object.values(crons.crons).map(({ name, args }) => ({ name, args: Array.isArray(args) ? args[0] : {} }));

it.each(jobs)("$name finds nothing to do", async ({ name, args }) => {
  const cron = makeFunctionReference<"mutation">(name);
  // The start of the migrations says which of them have work.
  const nothing = name === "migrations/scheduled:start" ? { going: [] } : null;
  expect(await deploymentOn(() => engine).mutation(cron, args)).toEqual(nothing);
});
