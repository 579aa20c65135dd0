// The setup of a worktree: a command before the first agent, and files that the repository does not have.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Configuration } from "../../packages/runner/src/config/configuration";
import { dataOf } from "../support/fixtures";
import { commitToMain, detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  writeFileSync(note(".env.test"), "SECRET=blue\n");
  writeFileSync(note("README.md"), "Another.\n");
});
afterEach(async () => {
  await runner?.stop();
});
afterAll(async () => {
  await world?.end();
});

const note = (name: string) => path.join(world.folder, name);
const copied = (name: string, as = name) => ({ name: as, from: note(name) });
const shell = (script: string) => ({ command: ["/bin/sh", "-c", script] });
const start = (changes: Partial<Configuration>) => void (runner = runnerIn(world, changes));
const noticesIn = async (sandboxId: string) =>
  (await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body.data.filter(
    ({ kind }: { kind: string }) => kind === "notice",
  );

it("runs once for each worktree, also when the runner stops between two steps, and its copies are not committed", async () => {
  const setup = shell(`echo installed; echo "$PWD" >> ${note("setups")}; cat .env.test > used.txt`);
  const copyFiles = [copied(".env.test"), copied(".env.test", "config/a b.env")];
  start({ setup, copyFiles });
  const waits = `touch ${note("waits")}; until test -e ${note("go")}; do sleep 0.1; done; cat used.txt "config/a b.env"`;
  const runId = await startSteps(world, { instructions: "cat used.txt" }, { instructions: waits });
  await expect.poll(() => existsSync(note("waits")), { timeout: 15_000 }).toBe(true);
  await runner.stop();
  writeFileSync(note("go"), "");
  start({ setup, copyFiles, folder: runner.folder });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(readFileSync(note("setups"), "utf8").trim().split("\n").length).toBe(1);
  expect(await noticesIn(run.steps[0].sandboxId)).toMatchObject([
    { title: "The worktree was set up", content: "installed" },
  ]);
  const last = await world.api.get(`/sandboxes/messages?id=${run.steps.at(-1).sandboxId}`);
  expect(JSON.stringify(last.body)).toContain("SECRET=blue\\nSECRET=blue");
  const branch = `switchyard/run-${run.runNumber}-1`;
  expect(git(world.origin, "ls-tree", "-r", "--name-only", branch).split("\n")).toEqual(["README.md", "used.txt"]);
});

it("fails the run with the last of its output, or when it takes too long, and no agent has worked", async () => {
  start({ setup: shell("echo no lock file; exit 9") });
  const run = await ended(world, await startSteps(world, { instructions: "true" }));
  expect([run.status, run.error]).toEqual([
    "failed",
    "The setup failed. The command ended with exit code 9.\n\nno lock file",
  ]);
  expect(await noticesIn(run.steps[0].sandboxId)).toMatchObject([{ title: "The setup of the worktree has failed" }]);
  expect(runner.agent.tasks).toEqual([]);
  await runner.stop();
  start({ setup: { ...shell("echo begun; sleep 300"), minutes: 1 / 60 } });
  const late = await ended(world, await startSteps(world, { instructions: "true" }));
  expect(late.error).toContain("The setup took longer than");
  expect(runner.agent.tasks).toEqual([]);
});

it("copies nothing over a file of the repository or through a link that leads outside", async () => {
  start({ copyFiles: [copied("README.md")] });
  const run = await ended(world, await startSteps(world, { instructions: "true" }));
  expect(run.error).toBe("README.md of `copyFiles` is a file of the repository, so a copy would be committed.");
  await runner.stop();
  const work = note("links");
  git(world.folder, "clone", "--quiet", world.origin, work);
  git(work, "checkout", "--quiet", "-b", "links");
  git(
    work,
    "-c",
    "core.symlinks=true",
    "update-index",
    "--add",
    "--cacheinfo",
    `120000,${linkTo(work, world.folder)},out`,
  );
  git(work, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "link");
  git(work, "push", "--quiet", "origin", "HEAD:main");
  start({ copyFiles: [copied(".env.test", "out/stolen")] });
  const linked = await ended(world, await startSteps(world, { instructions: "true" }));
  expect(linked.error).toBe("out/stolen of `copyFiles` would be outside of the worktree.");
  expect(existsSync(note("stolen"))).toBe(false);
});

it("is done for the checkout of a dev server too", async () => {
  const serves = `require("http").createServer((_, r) => r.end(require("fs").readFileSync("set-up.txt"))).listen(process.env.PORT)`;
  start({
    setup: shell("echo ready > set-up.txt"),
    devServer: { command: [process.execPath, "-e", serves] },
    push: "end",
  });
  const run = await ended(world, await startSteps(world, { instructions: "rm set-up.txt" }));
  const id: string = run.steps[0].sandboxId;
  expect((await detail(world, run.id)).status).toBe("completed");
  await dataOf(world.api.post("/sandboxes/dev-server/start", { id }));
  const shown = async () => (await world.api.get(`/sandboxes/dev-server?id=${id}`)).body.data;
  await expect.poll(async () => (await shown())?.status, { timeout: 15_000 }).toBe("running");
  expect(await (await fetch((await shown()).url)).text()).toBe("ready\n");
});

/** Writes a symbolic link as an object of git, and returns its name. */
function linkTo(work: string, target: string): string {
  const file = note("target");
  writeFileSync(file, target);
  return git(work, "hash-object", "-w", file);
}

it("what it changes is not in the way of a merge in a round about a conflict", async () => {
  commitToMain(world.origin, "lock", "1\n");
  start({ setup: shell(`echo changed > lock; echo made > made; echo "$PWD" >> ${note("rounds")}`) });
  const solves = "git checkout -q -- lock; rm made; echo ours > solved";
  const run = await ended(world, await startSteps(world, { instructions: solves }));
  expect([run.status, run.error]).toEqual(["completed", null]);
  // The round begins with a fresh worktree, which is set up again.
  await expect.poll(() => existsSync(run.steps[0].sandbox.folder)).toBe(false);
  for (const name of ["solved", "lock", "made"]) commitToMain(world.origin, name, "2\n");
  const conflict = { key: "conflict", kind: "conflict", title: "Conflict with main", text: "main has changed." };
  await world.job.call("run.reportFeedback", { runId: run.id, items: [conflict] });
  await dataOf(
    world.api.put(`/workflows/${run.workflowId}`, {
      steps: [{ role: "designer", name: "Part 1", instructions: "echo both > solved" }],
    }),
  );
  await dataOf(world.api.post("/runs/continue", { runId: run.id }));
  await expect.poll(async () => (await detail(world, run.id)).status).toMatch(/^(completed|failed)$/);
  const done = await detail(world, run.id);
  expect([done.status, done.round]).toEqual(["completed", 1]);
  // A merge that git has refused ended the claim, and the next one began the step again.
  expect(done.steps.map(({ status }: { status: string }) => status)).toEqual(["completed", "completed"]);
  expect(readFileSync(note("rounds"), "utf8").trim().split("\n").length).toBe(2);
  expect(git(world.origin, "diff", "--name-only", "main", run.resultBranch)).toBe("solved");
});
