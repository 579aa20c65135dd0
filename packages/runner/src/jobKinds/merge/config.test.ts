import { describe, expect, it } from "vitest";
import { readMergeConfig } from "./config";

describe("the config of a merge run", () => {
  it("is a merge into a branch of its own when it says nothing", () => {
    expect(readMergeConfig(null)).toEqual({ into: "branch", method: "merge" });
    expect(readMergeConfig({ method: "rebase" })).toEqual({ into: "branch", method: "rebase" });
    expect(readMergeConfig({ into: "base" })).toEqual({ into: "base", method: "merge" });
  });

  it.each([
    [{ method: "squash" }, "config.method must be merge or rebase."],
    [{ method: null }, "config.method must be merge or rebase."],
    [{ into: 1, method: "rebase" }, "config.into must be base or branch."],
    [{ methods: "rebase" }, "config.methods is unknown: config may have into and method."],
    ["rebase", "config must be an object."],
    [[], "config must be an object."],
  ])("%j is refused with the name of the field", (config, sentence) => {
    expect(() => readMergeConfig(config)).toThrow(sentence);
  });
});
