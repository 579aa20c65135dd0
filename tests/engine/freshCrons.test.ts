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

const names = Object.values(crons.crons).map(({ name }) => name);

it.each(names)("%s finds nothing to do", async (name) => {
  const cron = makeFunctionReference<"mutation">(name);
  // The start of the migrations says which of them have work.
  const nothing = name === "migrations/scheduled:start" ? { going: [] } : null;
  expect(await deploymentOn(() => engine).mutation(cron, {})).toEqual(nothing);
});
