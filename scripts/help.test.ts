// Every command answers `--help` with its usage, and does nothing else.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "./settings";

const { scripts } = JSON.parse(readFileSync(path.join(rootDirectory, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The commands of this repository. Others, such as `npm run lint`, start tools that have a help of their own. */
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const [, entry] = /scripts\/bootstrap\.mjs (\S+\.ts)/.exec(line) ?? [];
  // Help of the command line is compared with docs/cli.md.
  return entry === undefined || name === "cli" ? [] : [{ name, line, entry }];
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

it.each(["start", "dev"])("npm run %s refuses a flag that it does not have, and starts nothing", (name) => {
  const data = path.join(tmpdir(), `switchyard-never-made-${process.pid}`);
  const own = name === "dev" ? ["--watch"] : [];
  const told = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/start.ts", ...own, "--bogus"], {
    cwd: rootDirectory,
    encoding: "utf8",
    env: { ...process.env, SERVICE_DATA_DIR: data },
    timeout: 20_000,
  });
  expect(told.stderr).toMatch(/^Unknown option '--bogus'[^]*Usage: npm start/);
  expect({ stdout: told.stdout, status: told.status }).toEqual({ stdout: "", status: 1 });
  expect(existsSync(data)).toBe(false);
});
