// The runner as a process, as people start it: its token, its folder, its lines, and its end by any signal.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockFolder } from "../../packages/runner/src/state/folderLock";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret } from "../support/fixtures";
import { detail, ended, git, makeWorld, startSteps } from "./fixture";
import type { World } from "./fixture";
import { startHookedHost } from "./hookedHost";

let world: World;
let child: ChildProcess;
let lines: Record<string, unknown>[];
let shown: string;

beforeAll(async () => {
  world = await makeWorld();
  writeFileSync(path.join(world.folder, "token"), `${callbackSecret}\n`);
  configure({ drainSeconds: 0 });
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await world?.end();
});

function configure({ drainSeconds }: { drainSeconds: number }): void {
  const configuration = {
    url: world.engine.httpUrl,
    tokenFile: "token",
    folder: "runner-folder",
    // The agents say what they did in files outside of their worktrees.
    isolation: "none",
    localRepositories: [world.folder],
    leaseSeconds: 5,
    drainSeconds,
    jobs: 4,
    push: "step",
    agents: { shell: { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] } },
  };
  writeFileSync(path.join(world.folder, "runner.json"), JSON.stringify(configuration));
}

function start(...flags: string[]): void {
  const file = path.join(world.folder, "runner.json");
  const args = ["scripts/run.mjs", "packages/runner/src/main.ts", "--config", file, "--json", ...flags];
  const env = { ...process.env, PRIVATE_OF_THE_RUNNER: "do-not-pass" };
  child = spawn(process.execPath, args, { cwd: rootDirectory, env, stdio: ["ignore", "pipe", "pipe"] });
  [lines, shown] = [[], ""];
  let rest = "";
  child.stderr?.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  child.stdout?.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
    const parts = (rest + chunk.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
}

const note = (name: string) => path.join(world.folder, name);
const waitsFor = (name: string) =>
  `(trap '' TERM; exec setsid sleep 300) & echo "$$ $!" > ${note(name)}.part; mv ${note(name)}.part ${note(name)}; wait`;
const pidsIn = async (name: string) => {
  await expect.poll(() => existsSync(note(name))).toBe(true);
  return readFileSync(note(name), "utf8").trim().split(" ");
};
const isAlive = (pid: string) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

it("does a run from its claim to its branch and shows neither its token nor its environment", async () => {
  start();
  const runId = await startSteps(world, { instructions: "env; cat /proc/$$/environ; echo made > made.txt" });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(git(world.origin, "show", `switchyard/run-${run.runNumber}-1:made.txt`)).toBe("made");
  expect(git(world.origin, "ls-tree", "-r", "--name-only", `switchyard/run-${run.runNumber}-1`)).not.toContain("token");
  const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
  const said: string = body.data[0].content;
  expect(said).toContain("SWITCHYARD_STEP=Part 1");
  for (const text of [said, shown]) {
    expect(text).not.toContain(callbackSecret);
    expect(text).not.toContain("do-not-pass");
  }
  expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).not.toContain(callbackSecret);
  await expect
    .poll(() => lines.map(({ kind }) => kind))
    .toEqual(expect.arrayContaining(["started", "claimed", "ended"]));
});

it("that is killed leaves no process behind after its next start, which does the step again", async () => {
  const script = `test -e ${note("killed")} && exit; echo dirty > dirty.txt; ${waitsFor("killed")}`;
  const runId = await startSteps(world, { instructions: "echo one > one.txt" }, { instructions: script });
  const pids = await pidsIn("killed");
  expect(pids.every(isAlive)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  start();
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  const branch = `switchyard/run-${run.runNumber}-1`;
  expect(git(world.origin, "log", "--format=%s", branch)).toMatch(/^Part 2: .*\nPart 1: .*\nbegin$/);
  const told = run.steps.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`);
  expect(told).toEqual(["Part 1 completed", "Part 2 cancelled", "Part 2 completed"]);
  await expect.poll(() => readdirSync(path.join(note("runner-folder"), "temporary"))).toEqual([]);
});

it("that is killed between a step's commit and its push completes both, with the output that the step had", async () => {
  const hook = path.join(world.origin, "hooks/pre-receive");
  writeFileSync(hook, `#!/bin/sh\ntouch ${note("pushing")}\nexec sleep 300\n`, { mode: 0o755 });
  const outputSchema = { type: "object", properties: { n: { type: "integer" } } };
  const script = `echo made >> made.txt; echo '{"n":7}' > "$SWITCHYARD_OUTPUT_FILE"`;
  const host = await startHookedHost(world.origin);
  const there = { ...world, origin: host.repository };
  const runId = await startSteps(there, { instructions: script, outputSchema }, { instructions: "exit 3" });
  await expect.poll(() => existsSync(note("pushing")), { timeout: 10_000 }).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  rmSync(hook);
  start();
  const run = await ended(world, runId);
  host.close();
  const told = run.steps.map(({ status, output }: { status: string; output: unknown }) => [status, output]);
  expect(told).toEqual([
    ["completed", { n: 7 }],
    ["failed", null],
  ]);
  expect(git(world.origin, "show", `switchyard/run-${run.runNumber}-1:made.txt`)).toBe("made");
});

it("ends with 0 when it is told to, and its job goes back into the queue", async () => {
  const runId = await startSteps(world, { instructions: waitsFor("stopped") });
  const pids = await pidsIn("stopped");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(pids.filter(isAlive)).toEqual([]);
  expect((await detail(world, runId)).status).toBe("pending");
  (await lockFolder(note("runner-folder")))();
  await world.api.post("/runs/cancel", { runId });
});

it("takes one Ctrl-C, of which npm passes on a copy, for one: its job is handed back before it ends", async () => {
  start();
  const runId = await startSteps(world, { instructions: waitsFor("pressed") });
  const pids = await pidsIn("pressed");
  const exited = once(child, "exit");
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect(await exited).toEqual([0, null]);
  expect(pids.filter(isAlive)).toEqual([]);
  expect((await detail(world, runId)).status).toBe("pending");
  await world.api.post("/runs/cancel", { runId });
});

it("ends at once when it is asked again later, and its agents end with it", async () => {
  configure({ drainSeconds: 600 });
  start();
  const runId = await startSteps(world, { instructions: waitsFor("impatient") });
  const pids = await pidsIn("impatient");
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  child.kill("SIGINT");
  expect(await exited).toEqual([130, null]);
  await expect.poll(() => pids.slice(0, 1).filter(isAlive)).toEqual([]);
  configure({ drainSeconds: 0 });
  await world.api.post("/runs/cancel", { runId });
});

it("with a wrong token ends with one sentence and its own exit code", async () => {
  writeFileSync(path.join(world.folder, "token"), "svc_runner_wrong");
  start();
  expect(await once(child, "exit")).toEqual([3, null]);
  expect(shown.split("\n").at(-2)).toContain("does not accept the token");
});
