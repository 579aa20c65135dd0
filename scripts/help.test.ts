// Every command answers `--help` with its usage, and does nothing else.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "./settings";

const { scripts } = JSON.parse(readFileSync(path.join(rootDirectory, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The commands of this repository. Others, such as `npm run lint`, start tools that have a help of their own. */
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const [, entry] = /scripts\/bootstrap\.mjs (\S+\.ts)/.exec(line) ?? [];
  return entry === undefined ? [] : [{ name, line, entry }];
});

it("checks every command of this repository", () => {
  expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(["start", "dev", "test", "proofs", "bench"]));
});

it.each(ours)("npm run $name -- --help prints its usage and does nothing else", ({ line, entry }) => {
  const own = line
    .slice(line.indexOf(entry) + entry.length)
    .split(" ")
    .filter(Boolean);
  const told = spawnSync(process.execPath, ["scripts/run.mjs", entry, ...own, "--help"], {
    cwd: rootDirectory,
    encoding: "utf8",
  });
  expect(told.stderr).toBe("");
  expect(told.stdout).toMatch(/^Usage: npm (run )?\S+/);
  expect(told.stdout.split("\n").length).toBeLessThan(30);
  expect(told.status).toBe(0);
});
