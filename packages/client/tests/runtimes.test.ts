// The suite in Node and in an edge runtime. tests/web/client.test.ts runs it in Chromium.
import { EdgeVM } from "@edge-runtime/vm";
import { expect, it } from "vitest";
import { bundledSuite } from "./bundledSuite";
import { runSuite } from "./suite";
import type { Result } from "./suite";
import { faultyWorld } from "./world";

const world = faultyWorld();

it("the client passes its suite in Node", async () => {
  expect((await runSuite(world())).filter(({ failure }) => failure !== null)).toEqual([]);
});

it("the client passes its suite in an edge runtime", async () => {
  const vm = new EdgeVM();
  vm.evaluate(await bundledSuite());
  const results = await vm.evaluate<Promise<Result[]>>(`suite.runSuite(${JSON.stringify(world())})`);
  expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
});
