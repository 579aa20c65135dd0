// Where a run begins and where its work is: the repository's own default branch, the result's branch, and the reason
// while a try has failed.
import { readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Configuration } from "../../packages/runner/src/config/configuration";
import { formerMirror } from "../../packages/runner/src/git/mirror";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { detail, ended, git, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, TestStep, World } from "./fixture";

let world: World;
let runner: (TestRunner & { push: Push }) | null = null;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

type Push = Configuration["push"];

/** The only runner, which is started again when it must push at another time. */
async function runnerThatPushes(push: Push): Promise<TestRunner> {
  if (runner?.push === push) return runner;
  await runner?.stop();
  runner = { ...runnerIn(world, { push }), push };
  return runner;
}

const workflowOf = (...steps: TestStep[]) =>
  createWorkflow(world.api, {
    steps: steps.map((step, index) => Object.assign({ role: "designer", name: `Part ${index + 1}` }, step)),
  });

async function start(request: object, ...steps: TestStep[]): Promise<string> {
  return (await startRun(world.api, { workflowId: await workflowOf(...steps), prompt: "Go on.", ...request })).id;
}

const events = async (runId: string) =>
  (await dataOf(world.api.get(`/runs/events?id=${runId}&limit=200`))) as { type: string; data: object }[];

/** Makes a bare repository whose only branch is `master`. */
function makeMasterRepository(): string {
  const folder = path.join(world.folder, `master-${Math.random().toString(36).slice(2)}.git`);
  git(world.folder, "clone", "--quiet", "--bare", world.origin, folder);
  git(folder, "branch", "--move", "main", "master");
  git(folder, "symbolic-ref", "HEAD", "refs/heads/master");
  return folder;
}

/** The lines of a clone's file after it has fetched the branch in the way that the dashboard proposes. */
function fetched(from: string, branch: string, file: string): string {
  const clone = path.join(world.folder, `clone-${Math.random().toString(36).slice(2)}`);
  git(world.folder, "clone", "--quiet", world.origin, clone);
  git(clone, "fetch", "--quiet", from, `${branch}:${branch}`);
  git(clone, "switch", "--quiet", branch);
  return readFileSync(path.join(clone, file), "utf8");
}

describe("the result of a run", () => {
  const step = { instructions: "echo new > added.txt" };
  const adds = { instructions: "echo new >> added.txt" };

  it("is a branch, which the run, its log and the terminal of the runner name once it is pushed", async () => {
    const { events: terminal } = await runnerThatPushes("end");
    const runId = await start({ gitRepoUrl: world.origin }, step);
    const run = await ended(world, runId);
    const branch = `switchyard/run-${run.runNumber}-1`;
    expect(run).toMatchObject({ branchName: "main", resultBranch: branch, resultRepository: null });
    expect((await dataOf(world.api.get("/runs/list")))[0]).toMatchObject({ resultBranch: branch });
    expect(await events(runId)).toContainEqual(
      expect.objectContaining({ type: "run.progress", data: { resultBranch: branch } }),
    );
    await expect
      .poll(() => terminal)
      .toContainEqual(expect.objectContaining({ kind: "ended", how: "completed", reason: `branch ${branch}` }));
    expect(fetched("origin", branch, "added.txt")).toBe("new\n");
  });

  it("is a branch of the mirror when the runner pushes nothing, with the address of the mirror", async () => {
    await runnerThatPushes("never");
    const run = await ended(world, await start({ gitRepoUrl: world.origin }, step));
    expect(run.resultBranch).toBe(`switchyard/run-${run.runNumber}-1`);
    expect(() => git(world.origin, "rev-parse", "--verify", run.resultBranch)).toThrow(/./);
    expect(fetched(run.resultRepository, run.resultBranch, "added.txt")).toBe("new\n");
  });

  it("continues where it is in the mirror that all projects shared, and takes no other run's branch along", async () => {
    await runnerThatPushes("never");
    const { id, resultBranch, resultRepository } = await ended(world, await start({ gitRepoUrl: world.origin }, adds));
    git(resultRepository, "update-ref", "refs/heads/switchyard/of-another", resultBranch);
    renameSync(resultRepository, formerMirror({ folder: resultRepository, url: world.origin }));
    await dataOf(world.api.post("/runs/continue", { runId: id, prompt: "More." }));
    await expect.poll(async () => (await detail(world, id)).status, { timeout: 60_000 }).toBe("completed");
    expect(git(resultRepository, "show", `${resultBranch}:added.txt`)).toBe("new\nnew");
    expect(git(resultRepository, "for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe(resultBranch);
  });

  it("is there after the first step that was pushed, also when a later one fails", async () => {
    await runnerThatPushes("step");
    const run = await ended(world, await start({ gitRepoUrl: world.origin }, step, { instructions: "exit 7" }));
    expect(run).toMatchObject({ status: "failed", resultBranch: `switchyard/run-${run.runNumber}-1` });
    expect(fetched("origin", run.resultBranch, "added.txt")).toBe("new\n");
  });

  it("is null while nothing was pushed, and again after a restart", async () => {
    const { stop } = await runnerThatPushes("end");
    const failed = await start({ gitRepoUrl: world.origin }, step, { instructions: "exit 7" });
    expect(await ended(world, failed)).toMatchObject({ status: "failed", resultBranch: null });
    const runId = await start({ gitRepoUrl: world.origin }, step);
    expect((await ended(world, runId)).resultBranch).toMatch(/^switchyard\//);
    await stop();
    runner = null;
    expect(await dataOf(world.api.post("/runs/restart", { runId }))).toMatchObject({ resultBranch: null });
    await dataOf(world.api.post("/runs/cancel", { runId }));
  });

  it("says in which folder the agent of a step has worked", async () => {
    const { folder: runnerFolder } = await runnerThatPushes("end");
    const run = await ended(world, await start({ gitRepoUrl: world.origin }, { instructions: "pwd; exit 7" }));
    const folder = path.join(runnerFolder, "worktrees", `${run.id}-1`);
    expect(run.steps[0].sandbox.folder).toBe(folder);
    expect(await dataOf(world.api.get(`/sandboxes/get?id=${run.steps[0].sandboxId}`))).toMatchObject({ folder });
    const said = await dataOf(world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`));
    expect(said[0].content.trim()).toBe(folder);
  });
});

describe("a run without a named branch", () => {
  const step = { instructions: "echo more >> README.md" };

  it("begins at the branch that the repository calls its default, and shows it from then on", async () => {
    await runnerThatPushes("end");
    const gitRepoUrl = makeMasterRepository();
    const runId = await start({ gitRepoUrl }, step);
    const run = await ended(world, runId);
    expect(run).toMatchObject({ status: "completed", branchName: "master", error: null });
    expect(git(gitRepoUrl, "merge-base", "master", run.resultBranch)).toBe(git(gitRepoUrl, "rev-parse", "master"));
    await dataOf(world.api.post("/runs/restart", { runId, fromStep: 0 }));
    await expect.poll(async () => (await detail(world, runId)).status, { timeout: 20_000 }).toBe("completed");
    expect(await detail(world, runId)).toMatchObject({ attempt: 2, branchName: "master" });
  });

  it("begins at main when the repository's default does not exist", async () => {
    await runnerThatPushes("end");
    const gitRepoUrl = makeMasterRepository();
    git(gitRepoUrl, "branch", "--move", "master", "main");
    git(gitRepoUrl, "symbolic-ref", "HEAD", "refs/heads/nowhere");
    const run = await ended(world, await start({ gitRepoUrl }, step));
    expect(run).toMatchObject({ status: "completed", branchName: "main" });
  });

  it("of a chain begins there, too", async () => {
    await runnerThatPushes("end");
    const gitRepoUrl = makeMasterRepository();
    const workflowId = await workflowOf(step);
    const chain = { workflowId, sprintRange: [1, 2], prompt: "Build it.", gitRepoUrl };
    const { id } = await dataOf(world.api.post("/sprint-chains", chain));
    const status = async () => (await dataOf(world.api.get(`/sprint-chains/${id}`))).status;
    await expect.poll(status, { timeout: 20_000 }).toBe("completed");
    const [last] = await dataOf(world.api.get("/runs/list"));
    expect(git(gitRepoUrl, "show", `${last.resultBranch}:README.md`)).toBe("A project.\nmore\nmore");
  });

  it("does not hide that a branch which somebody has named is missing", async () => {
    await runnerThatPushes("end");
    const run = await ended(world, await start({ gitRepoUrl: makeMasterRepository(), branchName: "main" }, step));
    expect(run).toMatchObject({ status: "failed", branchName: "main", error: "The repository has no branch main." });
  });
});

it("a run with a mistyped repository says so within seconds, and that it will be tried again", async () => {
  await runnerThatPushes("end");
  const runId = await start({ gitRepoUrl: "http://127.0.0.1:9/nothing.git" }, { instructions: "true" });
  await expect
    .poll(async () => (await detail(world, runId)).waiting, { timeout: 8000 })
    .toMatchObject({
      reason: "retry",
      text: expect.stringContaining("The host cannot be reached"),
    });
  expect((await detail(world, runId)).status).toBe("pending");
  expect((await events(runId)).map(({ type }) => type)).toContain("run.waiting");
  await dataOf(world.api.post("/runs/cancel", { runId }));
});
