// Every cron of the product runs on a service that nobody has used yet: its tables are empty, and no file is stored.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { cronCalls } from "../support/cronCalls";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
});
afterAll(() => engine?.kill());

it.each(cronCalls)("$name finds nothing to do", async ({ name, mutation, args }) => {
  // The start of the migrations says which of them have work.
  const nothing = name === "migrations/scheduled:start" ? { going: [] } : null;
  expect(await deploymentOn(() => engine).mutation(mutation, args)).toEqual(nothing);
});
