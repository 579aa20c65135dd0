import { describe, expect, it } from "vitest";
import { createAgent } from "./createAgent";
import { presets } from "./acp/presets";

const forAll = { permissions: "ask", passEnv: [], silenceMs: null } as const;
const fault = (settings: unknown) => () => createAgent("mine", settings, forAll);

describe("an agent of the configuration", () => {
  it("is every preset, any command, and the demo", () => {
    for (const preset of Object.keys(presets)) {
      expect(createAgent("mine", { kind: "acp", preset }, forAll).name).toBe("mine");
    }
    for (const settings of [{ kind: "acp", command: ["a"] }, { kind: "command", command: ["b"] }, { kind: "demo" }]) {
      expect(createAgent("mine", settings, forAll).name).toBe("mine");
    }
  });

  it.each([
    [{ kind: "other" }, /^agents\.mine\.kind: /],
    [{ kind: "acp" }, "agents.mine: name a preset, or the command of the agent."],
    [{ kind: "acp", preset: "nobody" }, /^agents\.mine\.preset: .*"claude-code"/],
    [{ kind: "command", command: [] }, /^agents\.mine\.command: /],
    [{ kind: "command", command: ["a"], readable: ["here"] }, "agents.mine.readable.0: must be an absolute path."],
    [{ kind: "demo", pace: 1 }, /"pace"/],
  ])("that cannot be used names its field: %j", (settings, message) => {
    expect(fault(settings)).toThrow(message);
  });
});
