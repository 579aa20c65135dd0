// A runner checks repositories: those that exist, and each kind of those that cannot be used.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Configuration } from "../../packages/runner/src/config/configuration";
import { dataOf } from "../support/fixtures";
import { git, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

const author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];

beforeAll(async () => {
  world = await makeWorld();
  git(world.folder, "init", "--quiet", "--bare", "--initial-branch=main", at("empty.git"));
  git(world.folder, "init", "--quiet", "--initial-branch=trunk", at("shop"));
  git(at("shop"), ...author, "commit", "--quiet", "--allow-empty", "-m", "begin");
  git(at("shop"), "branch", "next");
  git(world.folder, "clone", "--quiet", "--bare", at("shop"), at("lost.git"));
  git(at("lost.git"), "symbolic-ref", "HEAD", "refs/heads/gone");
  mkdirSync(at("plain"));
  writeFileSync(at("plain/README.md"), "No repository.\n");
  runner = runnerIn(world);
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const at = (name: string) => path.join(world.folder, name);

async function replaceRunner(changes: Partial<Configuration>): Promise<void> {
  await runner.stop();
  runner = runnerIn(world, changes);
}

/** Asks for the check, and returns it when a runner has ended it. */
async function checked(request: object) {
  const { id } = await dataOf(world.api.post("/repositories/check", request));
  const look = async () => await dataOf(world.api.get(`/repositories/checks/${id}`));
  await expect.poll(async () => (await look()).status, { timeout: 20_000 }).not.toBe("pending");
  return await look();
}

it("is ok with the default branch of the repository, whatever its name is, and with another branch", async () => {
  const headCommit = git(at("shop"), "rev-parse", "trunk");
  const found = { status: "ok", reason: null, error: null, defaultBranch: "trunk", headCommit };
  expect(await checked({ gitRepoUrl: at("shop") })).toMatchObject({ ...found, baseBranch: "trunk" });
  expect(await checked({ gitRepoUrl: `file://${at("shop")}`, branchName: "next" })).toMatchObject({
    ...found,
    baseBranch: "next",
  });
});

it("fails for a branch that does not exist, and names the default branch", async () => {
  expect(await checked({ gitRepoUrl: at("shop"), branchName: "main" })).toMatchObject({
    status: "failed",
    reason: "no_branch",
    error: "The repository has no branch main. Its default branch is trunk.",
    defaultBranch: "trunk",
    baseBranch: null,
  });
});

it("fails for a repository without a default branch, and is ok when a branch is named", async () => {
  expect(await checked({ gitRepoUrl: at("lost.git") })).toMatchObject({ status: "failed", reason: "no_branch" });
  expect(await checked({ gitRepoUrl: at("lost.git"), branchName: "next" })).toMatchObject({
    status: "ok",
    defaultBranch: null,
    baseBranch: "next",
  });
});

it("fails for an empty repository, a folder that is not one, and a folder that does not exist", async () => {
  expect(await checked({ gitRepoUrl: at("empty.git") })).toMatchObject({ status: "failed", reason: "no_branches" });
  expect(await checked({ gitRepoUrl: at("plain") })).toMatchObject({ status: "failed", reason: "not_found" });
  expect(await checked({ gitRepoUrl: at("missing") })).toMatchObject({
    status: "failed",
    reason: "not_found",
    error: `There is no folder ${at("missing")} on the runner's machine.`,
  });
});

it("fails for a folder that the runner's configuration does not name, whether it exists or not", async () => {
  await replaceRunner({ localRepositories: [at("plain")] });
  const shown = { status: "failed", reason: "not_allowed", error: expect.stringContaining("--local-repositories") };
  expect(await checked({ gitRepoUrl: at("shop") })).toMatchObject(shown);
  expect(await checked({ gitRepoUrl: at("missing") })).toMatchObject(shown);
});

it("fails for a host that does not answer, without its words or the token of the address", async () => {
  const refused = await checked({ gitRepoUrl: "http://me:s3cret@127.0.0.1:9/shop" });
  expect(refused).toMatchObject({ status: "failed", reason: "unreachable" });
  expect(JSON.stringify([refused, runner.events])).not.toContain("s3cret");
});

it("is done by a runner that has no room for jobs", async () => {
  await replaceRunner({ jobs: 1 });
  const { id: workflowId } = await dataOf(
    world.api.post("/workflows", {
      name: "Long",
      steps: [{ role: "designer", name: "Wait", instructions: "sleep 60" }],
    }),
  );
  await dataOf(world.api.post("/runs/start", { workflowId, prompt: "Wait." }));
  await expect.poll(() => runner.events.some(({ kind }) => kind === "doing"), { timeout: 20_000 }).toBe(true);
  expect(await checked({ gitRepoUrl: at("shop") })).toMatchObject({ status: "ok" });
});
