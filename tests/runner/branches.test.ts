// The branch of a run has its work and nobody else's, also where several projects have one repository.
import { afterAll, beforeAll, expect, it } from "vitest";
import { client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { deploymentOn } from "../support/engineDeployment";
import { commitTo, detail, ended, git, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let other: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  const { apiKey } = await createProject(deploymentOn(() => world.engine));
  other = {
    ...world,
    api: client(
      deploymentOn(() => world.engine),
      apiKey,
    ),
  };
  runner = runnerIn(world);
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const show = (branch: string, file: string) => git(world.origin, "show", `${branch}:${file}`);
const filesOf = (branch: string) => git(world.origin, "diff", "--name-only", "main", branch).split("\n");

async function begin(project: World, instructions: string) {
  const workflowId = await createWorkflow(project.api, {
    steps: [{ role: "designer", name: "Build", instructions }],
  });
  return await startRun(project.api, { workflowId, prompt: "Do it.", gitRepoUrl: world.origin });
}

async function finished(project: World, instructions: string) {
  const run = await ended(project, (await begin(project, instructions)).id);
  expect([run.status, run.error]).toEqual(["completed", null]);
  return run;
}

async function continued(project: World, runId: string) {
  await dataOf(project.api.post("/runs/continue", { runId, prompt: "More." }));
  await expect
    .poll(async () => (await detail(project, runId)).status, { timeout: 60_000 })
    .toMatch(/^(completed|failed)$/);
  return await detail(project, runId);
}

it("runs of two projects with one number have a branch each, also in a round", async () => {
  const one = await finished(world, "echo one >> one");
  const two = await finished(other, "echo two >> two");
  expect([one.runNumber, one.resultBranch]).toEqual([two.runNumber, `switchyard/run-${one.runNumber}-1`]);
  expect(two.resultBranch).toBe(`${one.resultBranch}-${two.id.slice(-8)}`);
  expect([filesOf(one.resultBranch), filesOf(two.resultBranch)]).toEqual([["one"], ["two"]]);
  for (const [project, { id, resultBranch }] of [[other, two] as const, [world, one] as const])
    expect(await continued(project, id)).toMatchObject({ status: "completed", resultBranch });
  expect([show(one.resultBranch, "one"), show(two.resultBranch, "two")]).toEqual(["one\none", "two\ntwo"]);
  expect([filesOf(one.resultBranch), filesOf(two.resultBranch)]).toEqual([["one"], ["two"]]);
});

it("a branch that was there before a run stays as it is", async () => {
  const number = (await finished(world, "true")).runNumber + 1;
  const branch = `switchyard/run-${number}-1`;
  git(world.origin, "branch", branch, "main");
  commitTo(world.origin, branch, "theirs", "by a person\n");
  const before = git(world.origin, "rev-parse", branch);
  const run = await finished(world, "echo work > work");
  expect(run.resultBranch).toBe(`${branch}-${run.id.slice(-8)}`);
  expect([git(world.origin, "rev-parse", branch), filesOf(run.resultBranch)]).toEqual([before, ["work"]]);
});

it("a branch that another run pushes meanwhile stays as it is, and the work is not done again", async () => {
  const made = `tree=$(git --git-dir=${world.origin} rev-parse main^{tree})
commit=$(printf 'Build\\n\\nSwitchyard-Run: run_other\\nSwitchyard-Step: 0\\n' | git --git-dir=${world.origin} -c user.name=A -c user.email=a@b.example commit-tree -p main $tree)
git --git-dir=${world.origin} update-ref refs/heads/switchyard/run-$SWITCHYARD_RUN_NUMBER-1 $commit`;
  const run = await finished(world, `echo work >> work\n${made}`);
  const branch = `switchyard/run-${run.runNumber}-1`;
  expect(run.resultBranch).toBe(`${branch}-${run.id.slice(-8)}`);
  expect(git(world.origin, "log", "--format=%s", `main..${branch}`)).toBe("Build");
  expect([show(run.resultBranch, "work"), run.steps.length]).toEqual(["work", 1]);
});

it("a branch that a person deletes during a round stays deleted, until a further round", async () => {
  const deletes = `grep -q '^More.$' <<PROMPT_END && ! test -f gone && git --git-dir=${world.origin} update-ref -d refs/heads/switchyard/run-$SWITCHYARD_RUN_NUMBER-1 && touch gone
$PROMPT
PROMPT_END
echo line >> work`;
  const { id, resultBranch: branch } = await finished(world, deletes);
  const run = await continued(world, id);
  expect(run).toMatchObject({ status: "failed" });
  expect(run.error).toContain(
    `Somebody has deleted ${branch} during the round. The runner keeps its work as ${branch} of`,
  );
  expect(git(world.origin, "branch", "--list", branch)).toBe("");
  expect(await continued(world, id)).toMatchObject({ status: "completed", resultBranch: branch });
  expect(show(branch, "work")).toBe("line\nline\nline");
});
