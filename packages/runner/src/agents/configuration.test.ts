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
    [{ kind: "other" }, "agents.mine.kind must be one of acp, command, demo."],
    [{ kind: "acp" }, "agents.mine must name a preset, or the command of the agent."],
    [{ kind: "acp", preset: "nobody" }, /^agents\.mine\.preset must be one of claude-code, /],
    [{ kind: "acp", preset: "claude" }, /^agents\.mine\.preset must be .*, did you mean claude-code\?$/],
    [{ kind: "acp", preset: "codx" }, /, did you mean codex\?$/],
    [{ kind: "command", command: [] }, "agents.mine.command must not be empty."],
    [{ kind: "command", command: ["a"], readable: ["here"] }, "agents.mine.readable.0 must be an absolute path."],
    [{ kind: "demo", pace: 1 }, "agents.mine.pace is unknown, did you mean paceMs?"],
  ])("that cannot be used names its field: %j", (settings, message) => {
    expect(fault(settings)).toThrow(message);
  });
});
