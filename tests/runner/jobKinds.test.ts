// The kinds of jobs beside runs, from their request over REST to what is in the repository and in the service.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkflow, dataOf } from "../support/fixtures";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world, { jobs: 3 });
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const get = (path: string) => dataOf(world.api.get(path));
const post = (path: string, body: object) => dataOf(world.api.post(path, body));
const note = (name: string) => path.join(world.folder, name);
const output = (value: unknown) => `echo '!${JSON.stringify({ kind: "output", output: value })}'`;

it("does the sprints of a chain one after the other, each on the branch of the previous one", async () => {
  const instructions = `echo x >> sprints.txt; wc -l < sprints.txt`;
  const workflowId = await createWorkflow(world.api, { steps: [{ role: "designer", name: "Build", instructions }] });
  const chain = { workflowId, sprintRange: [1, 2], prompt: "Build it.", gitRepoUrl: world.origin, branchName: "main" };
  const { id } = await post("/sprint-chains", chain);
  await expect.poll(async () => (await get(`/sprint-chains/${id}`)).status).toBe("completed");
  const { sprints } = await get(`/sprint-chains/${id}`);
  const { runNumber } = await detail(world, sprints[1].runId);
  expect(git(world.origin, "show", `switchyard/run-${runNumber}-1:sprints.txt`)).toBe("x\nx");
});

it("does the issues of a work chain, and a run that fails for good fails its chain", async () => {
  const issueIds = [];
  for (const title of ["First", "Second"]) issueIds.push((await post("/issues/create", { title })).id);
  const instructions = `case "$PROMPT" in *Second*) exit 7;; esac; echo done > work.txt`;
  const workflowId = await createWorkflow(world.api, { steps: [{ role: "designer", name: "Fix", instructions }] });
  const request = { title: "Both", issueIds, workflowId, gitRepoUrl: world.origin, branchName: "main" };
  const { id: chainId } = await post("/work-chains/create", request);
  await post("/work-chains/start", { chainId });
  await expect.poll(async () => (await get(`/work-chains/get?id=${chainId}`)).status).toBe("failed");
  const { data } = (await world.api.get(`/work-chains/issues?id=${chainId}`)).body;
  expect((await get(`/work-chains/get?id=${chainId}`)).error).toBe("The step Fix ended with 7.");
  expect(data.length).toBe(2);
});

it("finds issues in a session, and continues with the answers to its questions", async () => {
  const found = output({ issues: [{ title: "A bug", priority: "high" }] });
  const { id: sessionId } = await post("/issue-sessions/start", { prompt: found });
  const session = () => get(`/issue-sessions/get?id=${sessionId}`);
  await expect.poll(async () => (await session()).status).toBe("completed");
  expect((await session()).issueCount).toBe(1);

  const { id: answeringSessionId } = await post("/answering-sessions", { issueSessionId: sessionId });
  const questions = [{ question: "Why?", assumption: "Because." }];
  await world.job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
  const [question] = (await world.api.get(`/session-questions?answeringSessionId=${answeringSessionId}`)).body.data;
  const review = { status: "declined", correction: "Forty-two." };
  await dataOf(world.api.put(`/session-questions/${question.id}/review`, review));
  runner.agent.scriptOf = ({ prompt }) =>
    prompt.includes("Forty-two.") ? output({ issues: [{ title: "Answered" }] }) : null;
  await dataOf(world.api.put(`/answering-sessions/${answeringSessionId}/status`, { status: "reviewed" }));
  await expect.poll(async () => (await get(`/answering-sessions/${answeringSessionId}`)).status).toBe("completed");
  runner.agent.scriptOf = null;
  expect((await session()).issueCount).toBe(2);
  // Runs have worktrees that are named by their ids. Those of the session and of the answers are gone.
  const left = readdirSync(path.join(runner.folder, "worktrees"));
  expect(left.filter((name) => name.startsWith("job_"))).toEqual([]);
});

it("leaves no worktree of a session whose agent has changed files and then failed", async () => {
  const { id } = await post("/issue-sessions/start", { prompt: "echo stray > stray.txt; exit 3" });
  await expect.poll(async () => (await get(`/issue-sessions/get?id=${id}`)).status).toBe("failed");
  const left = () => readdirSync(path.join(runner.folder, "worktrees")).filter((name) => name.startsWith("job_"));
  await expect.poll(left).toEqual([]);
});

it("merges pull requests, and lets the agent solve the conflict", async () => {
  for (const [number, text] of [
    [1, "one"],
    [2, "two"],
  ]) {
    const work = note(`pull-${number}`);
    git(world.folder, "clone", "--quiet", world.origin, work);
    writeFileSync(path.join(work, "README.md"), `${text}\n`);
    git(work, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-am", `change ${text}`);
    git(work, "push", "--quiet", "origin", `HEAD:refs/pull/${number}/head`);
  }
  const request = (prNumber: number) => ({ prUrl: `https://host.example/pull/${prNumber}`, prNumber });
  const merge = { pullRequests: [request(1), request(2)], baseBranch: "main", config: { into: "base" } };
  runner.agent.scriptOf = ({ prompt }) => (prompt.includes("conflicts") ? "printf 'one\\ntwo\\n' > README.md" : null);
  const { id } = await post("/merging/start", merge);
  const shown = async () =>
    (await world.api.get("/merging/list")).body.data.find((one: { id: string }) => one.id === id);
  await expect.poll(async () => (await shown()).status).toMatch(/completed|failed/);
  expect(await shown()).toMatchObject({ status: "completed", error: null });
  expect(git(world.origin, "show", "main:README.md")).toBe("one\ntwo");
  expect(readdirSync(path.join(runner.folder, "worktrees"))).not.toContain(id);

  runner.agent.scriptOf = () => "true";
  const missing = await post("/merging/start", { pullRequests: [request(99)], baseBranch: "main" });
  const other = async () =>
    (await world.api.get("/merging/list")).body.data.find((one: { id: string }) => one.id === missing.id);
  await expect.poll(async () => (await other()).status).toBe("failed");
  expect((await other()).error).toContain("no pull request 99");
  runner.agent.scriptOf = null;
});

it("hands a message to the living agent, whichever claim gets it", async () => {
  const script = `touch ${note("listens")}; read line; echo "heard $line"`;
  const runId = await startSteps(world, { instructions: script });
  await expect.poll(() => existsSync(note("listens"))).toBe(true);
  const [{ sandboxId }] = (await detail(world, runId)).steps;
  await post("/sandboxes/send-message", { sandboxId, content: "good news" });
  expect((await ended(world, runId)).status).toBe("completed");
  const { data } = (await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body;
  expect(data.map(({ content }: { content: string }) => content)).toContain("heard good news\n");
});

it("extracts learnings from what was said", async () => {
  const run = await ended(world, await startSteps(world, { instructions: "echo I forgot the tests" }));
  const [{ sandboxId }] = run.steps;
  // The runner that extracts learnings need not have done anything before.
  await runner.stop();
  runner = runnerIn(world);
  const learned = { learnings: [{ category: "testing", content: "Write the tests first." }] };
  runner.agent.scriptOf = ({ prompt }) => (prompt.includes("I forgot the tests") ? output(learned) : null);
  await world.job.call("learning.dispatchExtraction", { sandboxId, runId: run.id });
  await expect.poll(async () => (await get(`/sandboxes/get?id=${sandboxId}`)).learningStatus).toBe("completed");
  runner.agent.scriptOf = null;
  const { data } = (await world.api.get("/learnings/list")).body;
  expect(data).toMatchObject([
    { description: "Write the tests first.", category: "testing", sandboxId, runId: run.id },
  ]);
});
