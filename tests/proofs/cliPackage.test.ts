// The command line as people get it: packed, installed from its tarball into an empty folder, and used there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pack } from "../../scripts/packing";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { ended, makeWorld } from "../runner/fixture";
import type { World } from "../runner/fixture";

let world: World;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  world = await makeWorld();
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-installed-cli-"));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const { file } = pack("cli", folder);
  npm("init", "--yes");
  npm("install", "--no-audit", "--no-fund", file);
  const { key } = await dataOf(world.api.post("/project/api-keys/generate", { name: "Installed" }));
  const { PATH } = process.env;
  environment = { PATH, HOME: folder, SWITCHYARD_URL: world.engine.httpUrl, SWITCHYARD_API_KEY: String(key) };
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world?.end();
});

function switchyard(...args: string[]): string {
  const command = path.join(folder, "node_modules/.bin/switchyard");
  return execFileSync(command, args, { cwd: folder, env: environment, encoding: "utf8" });
}

it("needs four packages of the registry, and says its version", () => {
  const installed = readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed.toSorted()).toEqual(["@agentclientprotocol", "@switchyard", "commander", "sax", "zod"]);
  const { version } = JSON.parse(readFileSync(path.join(rootDirectory, "packages/cli/package.json"), "utf8")) as {
    version: string;
  };
  expect(switchyard("--version")).toBe(`${version}\n`);
  expect(switchyard("help", "start")).toContain("Examples:");
});

it("starts runs, and has the runner that does them", async () => {
  const workflowId = await createWorkflow(world.api, { name: "Build" });
  const started = JSON.parse(switchyard("start", "Build", "--prompt", "Go.", "--json")) as { id: string };
  const { id } = await startRun(world.api, { workflowId });
  environment["SWITCHYARD_RUNNER_TOKEN"] = callbackSecret;
  switchyard("runner", "--once", "--local-repositories", world.folder);
  for (const run of [started.id, id]) expect((await ended(world, run)).status).toBe("completed");
  expect(switchyard("runs", "list", "--status", "completed")).toContain("Build");
});
