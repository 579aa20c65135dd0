// The runner as people get it: packed, installed from its tarball into an empty folder, and started with Node alone.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "../../packages/runner/package.json";
import { pack } from "../../scripts/packing";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret, dataOf } from "../support/fixtures";
import { ended, git, makeWorld, startSteps } from "../runner/fixture";
import type { World } from "../runner/fixture";

let world: World;
let folder: string;

beforeAll(async () => {
  world = await makeWorld();
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-installed-"));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const { file } = pack("runner", folder);
  npm("init", "--yes");
  npm("install", "--no-audit", "--no-fund", file);
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
  expect(installed.toSorted()).toEqual(["@agentclientprotocol", "sax", "switchyard-runner", "zod"]);
});

/** The lines of the README's section about another machine, in their order. */
function documentedLines(): string[] {
  const readme = readFileSync(path.join(rootDirectory, "packages/runner/README.md"), "utf8");
  const [, section = ""] = /## On another machine\n([^]*?)\n## /.exec(readme) ?? [];
  return [...section.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

it("is connected on another machine by the lines of its README", async () => {
  const [packAll = "", copy = "", install = "", start = "", ...rest] = documentedLines();
  expect(rest).toEqual([]);
  const elsewhere = path.join(folder, "elsewhere");
  mkdirSync(elsewhere);
  const shell = (line: string, cwd: string, ...args: string[]) =>
    execFileSync("/bin/sh", ["-c", `${line} "$@"`, "sh", ...args], {
      cwd,
      env: { ...process.env, npm_config_prefix: elsewhere },
      stdio: "pipe",
    });
  shell(packAll, rootDirectory, "--", "--to", elsewhere);
  const [, tarball = ""] = /^scp \.build\/packages\/(\S+) builder:$/.exec(copy) ?? [];
  expect(readdirSync(elsewhere)).toContain(tarball);
  shell(install, elsewhere, "--no-audit", "--no-fund");
  const { token } = await dataOf(world.api.post("/project/runner-tokens/generate", { name: "Elsewhere" }));
  writeFileSync(path.join(elsewhere, "token"), String(token));
  // The agent of the example is not installed here.
  const line = start.replace("https://switchyard.example", world.engine.httpUrl).replace("claude-code", "demo");
  expect(line).not.toBe(start);
  const env = { ...process.env, PATH: `${elsewhere}/bin:${process.env["PATH"]}`, HOME: elsewhere };
  const runner = spawn("/bin/sh", ["-c", `exec ${line}`], { cwd: elsewhere, env, stdio: "ignore" });
  try {
    const listed = async () => await dataOf(world.api.get("/runners"));
    await expect
      .poll(listed, { timeout: 30_000 })
      .toEqual([expect.objectContaining({ name: hostname(), version, jobIds: [] })]);
  } finally {
    runner.kill("SIGTERM");
    expect(await once(runner, "exit")).toEqual([0, null]);
  }
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
