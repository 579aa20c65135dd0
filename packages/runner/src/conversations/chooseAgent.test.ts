import { expect, it } from "vitest";
import { readConfiguration } from "../config/configuration";
import { chooseAgent } from "./chooseAgent";

const configuration = {
  ...readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" }),
  agent: "usual",
  agentFor: { steps: { Test: "tests" }, roles: { checker: "strict" }, workflows: { Docs: "writer" } },
};
const names = ["usual", "tests", "strict", "writer", "codex"];
const start = () => {
  throw new Error("Nothing is started here.");
};
const findFault = () => Promise.resolve(null);
const agents = new Map(names.map((name) => [name, { name, findFault, start }]));

it.each([
  [{}, "usual"],
  [{ workflow: "Docs" }, "writer"],
  [{ step: "constructor", role: "toString", workflow: "valueOf" }, "usual"],
  [{ workflow: "Docs", persona: "codex" }, "codex"],
  [{ workflow: "Docs", persona: "unknown" }, "writer"],
  [{ role: "checker", persona: "codex" }, "strict"],
  [{ step: "Test", role: "checker", persona: "codex" }, "tests"],
])("takes for %j the agent %s", (work, expected) => {
  expect(chooseAgent({ configuration, agents }, work).name).toBe(expected);
});

it("names an agent that the runner does not have", () => {
  const lacking = { configuration: { ...configuration, agent: "gone" }, agents };
  expect(() => chooseAgent(lacking, {})).toThrow('This runner has no agent "gone".');
});
