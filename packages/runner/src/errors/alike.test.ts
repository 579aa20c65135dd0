import { expect, it } from "vitest";
import { mostAlike } from "./alike";

const known = ["agent", "agents", "agentFor", "jobs", "url", "maxDiskGb", "minFreeDiskGb"];

it.each([
  ["agnet", "agent"],
  ["agentfor", "agentFor"],
  ["job", "jobs"],
  ["freeDiskGb", "minFreeDiskGb"],
  ["maxDisk", "maxDiskGb"],
  ["uri", "url"],
  ["nothing", undefined],
  ["x", undefined],
  ["", undefined],
  ["a".repeat(10_000), undefined],
])("%s", (given, meant) => {
  expect(mostAlike(given, known)).toBe(meant);
});
