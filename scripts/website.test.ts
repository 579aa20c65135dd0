import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeUnfinished } from "./website";

it("removes what killed builds have left, and nothing of builds that still run or are finished", () => {
  const builds = mkdtempSync(path.join(tmpdir(), "switchyard-builds-"));
  onTestFinished(() => rmSync(builds, { recursive: true }));
  const gone = spawnSync(process.execPath, ["--version"]).pid;
  const finished = "0123456789abcdef";
  for (const name of [`unfinished-${gone}`, `unfinished-${process.pid}`, `unfinished-${process.ppid}`, finished]) {
    mkdirSync(path.join(builds, name, "assets"), { recursive: true });
  }
  removeUnfinished(builds);
  expect(readdirSync(builds)).toEqual([finished, `unfinished-${process.ppid}`]);
});

it("has nothing to remove before the first build", () => {
  expect(() => removeUnfinished(path.join(tmpdir(), "switchyard-no-builds"))).not.toThrow();
});
