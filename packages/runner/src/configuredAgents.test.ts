import { expect, it } from "vitest";
import { configuredPrograms } from "./configuredAgents";
import type { Configuration } from "./config/configuration";

const programsOf = (settings: Partial<Configuration>) =>
  configuredPrograms({ agents: {}, gates: {}, setup: undefined, devServer: undefined, ...settings });

it("gates count among the programs where the configuration names them: for their network and for their image", () => {
  expect(programsOf({ gates: { network: "none" } })).toEqual([{ place: "gates", hasImage: false, isCutOff: true }]);
  expect(programsOf({ gates: { dockerImage: "node:24" } })).toEqual([
    { place: "gates", hasImage: true, isCutOff: false },
  ]);
  expect(programsOf({})).toEqual([]);
});
