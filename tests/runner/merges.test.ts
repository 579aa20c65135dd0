// Merge runs in real repositories: by merge commits and by rebasing, with conflicts, interruptions and refusals.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { dataOf } from "../support/fixtures";
import { git, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";
import { startHookedHost } from "./hookedHost";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world);
});
afterEach(() => {
  runner.agent.scriptOf = null;
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

/** Pushes a pull request with a commit for each content of the files, from the present main branch. */
function propose(number: number, ...commits: Record<string, string>[]): { prUrl: string; prNumber: number } {
  const work = path.join(world.folder, `pull-${number}-${Math.random().toString(36).slice(2)}`);
  git(world.folder, "clone", "--quiet", world.origin, work);
  for (const [index, files] of commits.entries()) {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(work, name), text);
    git(work, "add", "--all");
    git(work, ...author, "commit", "--quiet", "--allow-empty", "-m", `change ${number}.${index + 1}`);
  }
  git(work, "push", "--quiet", "--force", "origin", `HEAD:refs/pull/${number}/head`);
  return { prUrl: `https://host.example/pull/${number}`, prNumber: number };
}

async function merged(request: object) {
  const { id } = await dataOf(world.api.post("/merging/start", { baseBranch: "main", ...request }));
  const shown = async () =>
    (await world.api.get("/merging/list")).body.data.find((one: { id: string }) => one.id === id);
  await expect.poll(async () => (await shown()).status).toMatch(/completed|failed/);
  return await shown();
}

const titles = (branch: string) => git(world.origin, "log", "--format=%s", branch).split("\n");

it("rebases each pull request onto those before it, and the agent solves each commit that has a conflict", async () => {
  const first = propose(1, { "README.md": "one\n" }, { "first.txt": "1\n" });
  const second = propose(2, { "README.md": "two\n" }, {}, { "second.txt": "2\n" }, { "README.md": "three\n" });
  const asked: string[] = [];
  runner.agent.scriptOf = ({ prompt }) => {
    asked.push(prompt);
    return prompt.includes("change 2.1") ? "printf 'one\\ntwo\\n' > README.md" : "printf 'one\\nthree\\n' > README.md";
  };
  const config = { into: "base", method: "rebase" };
  const run = await merged({ pullRequests: [first, second], config });
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(titles("main")).toEqual([
    "change 2.4",
    "change 2.3",
    "change 2.2",
    "change 2.1",
    "change 1.2",
    "change 1.1",
    "begin",
  ]);
  expect(git(world.origin, "show", "main:README.md")).toBe("one\nthree");
  expect(git(world.origin, "show", "main~3:README.md")).toBe("one\ntwo");
  // The authors stay, and the runner is the committer.
  expect(git(world.origin, "log", "-1", "--format=%an %ae %cn", "main")).toBe("Ada ada@example.com Switchyard");
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatch(/of pull request #2 has conflicts in these files:\n\n```\n"README.md"\n```\n/);
  expect(readdirSync(path.join(runner.folder, "worktrees"))).not.toContain(run.id);
});

it("leaves out commits that the result has already", async () => {
  const [lower, upper] = [{ "stack.txt": "lower\n" }, { "stack.txt": "lower\nupper\n" }];
  const pullRequests = [propose(3, lower), propose(4, lower, upper)];
  // The one below was amended, so that its commits have other hashes.
  const run = await merged({ pullRequests, config: { into: "base", method: "rebase" } });
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(titles("main").slice(0, 3)).toEqual(["change 4.2", "change 3.1", "change 2.4"]);
});

it.each(["merge", "rebase"])("fails with the file's name when the agent leaves markers (%s)", async (method) => {
  const pullRequests = [propose(5, { "README.md": "five\n" }), propose(6, { "README.md": "six\n" })];
  runner.agent.scriptOf = () => "true";
  const run = await merged({ pullRequests, config: { into: "base", method } });
  expect(run).toMatchObject({
    status: "failed",
    error: "README.md still has conflicts after the agent has worked on it.",
  });
});

it.each([
  ["merge", "git merge --abort", "The agent has called off the merge of pull request #8."],
  ["rebase", "git cherry-pick --abort", /^The agent has called off commit \w+ \(change 8.1\) of pull request #8\.$/],
])("fails when the agent calls the work off (%s)", async (method, script, sentence) => {
  const pullRequests = [propose(7, { "README.md": "seven\n" }), propose(8, { "README.md": "eight\n" })];
  runner.agent.scriptOf = () => script;
  const { status, error } = await merged({ pullRequests, config: { into: "base", method } });
  expect([status, error]).toEqual(["failed", expect.stringMatching(sentence)]);
});

it.each(["merge", "rebase"])(
  "takes a commit of the agent, and underlines of headings are not a conflict (%s)",
  async (method) => {
    const heading = (text: string) => ({ "README.md": `${text}\n=======\n` });
    const pullRequests = [propose(9, heading("Nine ")), propose(10, heading("Ten "))];
    const commit = "git add README.md; git -c user.name=A -c user.email=a@example.com commit -q --no-edit";
    runner.agent.scriptOf = () => `printf 'Nine and ten\\n=======\\n' > README.md; ${commit}`;
    const run = await merged({ pullRequests, config: { into: "base", method } });
    expect([run.status, run.error]).toEqual(["completed", null]);
    expect(git(world.origin, "show", "main:README.md")).toBe("Nine and ten\n=======");
  },
);

it.each(["merge", "rebase"])("starts again after an interruption (%s)", async (method) => {
  const begun = path.join(world.folder, `begun-${method}`);
  const pullRequests = [
    propose(11, { "README.md": `eleven ${method}\n` }),
    propose(12, { "README.md": `twelve ${method}\n` }),
  ];
  runner.agent.scriptOf = () => `echo half > README.md; echo left > left.txt; touch ${begun}; sleep 300`;
  const ended = merged({ pullRequests, config: { into: "base", method } });
  await expect.poll(() => existsSync(begun)).toBe(true);
  await runner.stop();
  // Another pull request moves meanwhile.
  propose(12, { "README.md": `twelve ${method}, changed\n` });
  runner = runnerIn(world, { folder: runner.folder });
  runner.agent.scriptOf = () => `sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' README.md`;
  const run = await ended;
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(git(world.origin, "show", "main:README.md")).toBe(`eleven ${method}\ntwelve ${method}, changed`);
  expect(git(world.origin, "ls-tree", "--name-only", "main")).not.toContain("left.txt");
});

it("fails at once when a pull request has no commit in common with the branch", async () => {
  const request = propose(15);
  const foreign = path.join(world.folder, "foreign");
  git(world.folder, "init", "--quiet", foreign);
  writeFileSync(path.join(foreign, "foreign.txt"), "foreign");
  git(foreign, "add", "--all");
  git(foreign, ...author, "commit", "--quiet", "-m", "foreign");
  git(foreign, "push", "--quiet", "--force", world.origin, "HEAD:refs/pull/15/head");
  const { status, error } = await merged({ pullRequests: [request], config: { into: "base", method: "merge" } });
  const sentence = "Pull request #15 has no commit in common with the result: nothing can merge it.";
  expect([status, error]).toEqual(["failed", sentence]);
});

it("refuses a config that it does not know, with the name of the field", async () => {
  const pullRequests = [propose(13, { "new.txt": "new\n" })];
  const run = await merged({ pullRequests, config: { method: "squash" } });
  expect(run).toMatchObject({ status: "failed", error: "config.method must be merge or rebase." });
});

it("does not do a merge again that was pushed before it was interrupted", async () => {
  const pullRequests = [propose(14, { "late.txt": "late\n" })];
  const hook = path.join(world.origin, "hooks/post-receive");
  const pushed = path.join(world.folder, "pushed");
  writeFileSync(hook, `#!/bin/sh\ntouch ${pushed}\nexec sleep 300\n`, { mode: 0o755 });
  const host = await startHookedHost(world.origin);
  await dataOf(world.api.post("/project/update", { gitRepoUrl: host.repository }));
  const ended = merged({ pullRequests });
  await expect.poll(() => existsSync(pushed)).toBe(true);
  await runner.stop();
  writeFileSync(hook, "#!/bin/sh\n");
  runner = runnerIn(world, { folder: runner.folder });
  const run = await ended;
  host.close();
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(titles(`switchyard/merge-${run.id.slice(-12)}`)[0]).toBe("Merge pull request #14");
});
