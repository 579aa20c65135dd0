// The runner as people get it: packed, installed from its tarball into an empty folder, and started with Node alone.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret } from "../support/fixtures";
import { ended, git, makeWorld, startSteps } from "../runner/fixture";
import type { World } from "../runner/fixture";

let world: World;
let folder: string;

beforeAll(async () => {
  world = await makeWorld();
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-installed-"));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  npm("pack", path.join(rootDirectory, "packages/runner"), "--pack-destination", folder);
  const [tarball = ""] = readdirSync(folder);
  npm("init", "--yes");
  npm("install", "--no-audit", "--no-fund", `./${tarball}`);
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world?.end();
});

const command = () => path.join(folder, "node_modules/.bin/switchyard-runner");

it("has its command, which says what it can do", () => {
  const help = execFileSync(command(), ["--help"], { cwd: folder, encoding: "utf8" });
  expect(help).toContain("Usage:");
  const installed = readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed.toSorted()).toEqual(["@agentclientprotocol", "switchyard-runner", "zod"]);
});

it("does a run", async () => {
  writeFileSync(path.join(folder, "token"), callbackSecret);
  const program = ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'];
  const configuration = {
    agents: { shell: { kind: "command", command: program } },
    tokenFile: "token",
    folder: "work",
    localRepositories: [world.folder],
  };
  writeFileSync(path.join(folder, "switchyard-runner.json"), JSON.stringify(configuration));
  const runner = spawn(command(), ["--url", world.engine.httpUrl], { cwd: folder, stdio: "ignore" });
  const runId = await startSteps(world, { instructions: "echo made > made.txt" });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(git(world.origin, "show", `switchyard/run-${run.runNumber}-1:made.txt`)).toBe("made");
  runner.kill("SIGTERM");
  expect(await once(runner, "exit")).toEqual([0, null]);
});
