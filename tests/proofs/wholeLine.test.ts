// Everything that people start, through to its end, by one runner in one repository: two chains, an issue session whose
// questions are answered and whose issues become runs, a recurring task, and a merge with a conflict.
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Task } from "../../packages/runner/src/agents/agent";
import { createWorkflow, dataOf } from "../support/fixtures";
import { detail, ended, git, makeWorld, runnerIn } from "../runner/fixture";
import type { TestRunner, World } from "../runner/fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world, { jobs: 2, leaseSeconds: 30 });
  runner.agent.scriptOf = scriptOf;
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const get = (place: string) => dataOf(world.api.get(place));
const listed = async (place: string) => (await world.api.get(place)).body.data;
const post = (place: string, body: object) => dataOf(world.api.post(place, body));
const found = (...titles: string[]) =>
  `echo '!${JSON.stringify({ kind: "output", output: { issues: titles.map((title) => ({ title })) } })}'`;

/** Steps of runs are scripts. The agent of the other jobs does what its prompt asks for. */
function scriptOf({ prompt }: Task): string | null {
  if (prompt.includes("Only the till.")) return found("Answered issue");
  if (prompt.includes("Look for issues.")) return found("First issue");
  return prompt.includes("has conflicts") ? `sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' shared.txt` : null;
}

const workflow = (instructions: string) =>
  createWorkflow(world.api, { steps: [{ role: "designer", name: "Work", instructions }] });

/** The branch of a run at the remote, which must be completed. */
async function branchOf(runId: string): Promise<string> {
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  return `switchyard/run-${run.runNumber}-${run.attempt}`;
}

async function recurring(): Promise<string> {
  const due = new Date(Date.now() + 75_000);
  const targetWorkflowId = await workflow("echo recurring > shared.txt");
  const schedule = {
    frequency: "daily",
    timezone: "UTC",
    scheduledHour: due.getUTCHours(),
    scheduledMinute: due.getUTCMinutes(),
  };
  return (await post("/recurring-tasks", { title: "Daily", prompt: "Go on.", targetWorkflowId, ...schedule })).id;
}

/** Returns the ids of the issues that the session has found, before and after its questions were answered. */
async function answeredSession(): Promise<string[]> {
  const { id: sessionId } = await post("/issue-sessions/start", { prompt: "Look for issues." });
  const ofSession = (place: string) => get(`${place}?id=${sessionId}`);
  await expect.poll(async () => (await ofSession("/issue-sessions/get")).status).toBe("completed");
  const { id: answeringSessionId } = await post("/answering-sessions", { issueSessionId: sessionId });
  const questions = [{ question: "Which part?", assumption: "All of it." }];
  await world.job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
  const [question] = await listed(`/session-questions?answeringSessionId=${answeringSessionId}`);
  const review = { status: "declined", correction: "Only the till." };
  await dataOf(world.api.put(`/session-questions/${question.id}/review`, review));
  await dataOf(world.api.put(`/answering-sessions/${answeringSessionId}/status`, { status: "reviewed" }));
  await expect.poll(async () => (await get(`/answering-sessions/${answeringSessionId}`)).status).toBe("completed");
  const issues: { id: string; title: string }[] = await listed("/issues/list");
  expect(issues.map(({ title }) => title).toSorted()).toEqual(["Answered issue", "First issue"]);
  return issues.map(({ id }) => id);
}

async function sprintChain(): Promise<string[]> {
  const workflowId = await workflow("echo sprint >> shared.txt");
  const chain = { workflowId, sprintRange: [1, 2], prompt: "Build it.", gitRepoUrl: world.origin, branchName: "main" };
  const { id } = await post("/sprint-chains", chain);
  await expect.poll(async () => (await get(`/sprint-chains/${id}`)).status).toBe("completed");
  const { sprints } = await get(`/sprint-chains/${id}`);
  return sprints.map(({ runId }: { runId: string }) => runId);
}

async function workChain(issueIds: string[]): Promise<string[]> {
  const workflowId = await workflow('echo "$PROMPT" | grep -o "[A-Z][a-z]* issue" | head -1 > issue.txt');
  const request = { title: "Both", issueIds, workflowId, gitRepoUrl: world.origin, branchName: "main" };
  const { id: chainId } = await post("/work-chains/create", request);
  await post("/work-chains/start", { chainId });
  await expect.poll(async () => (await get(`/work-chains/get?id=${chainId}`)).status).toBe("completed");
  const issues: { runId: string }[] = await Promise.all(issueIds.map((id) => get(`/issues/get?id=${id}`)));
  return issues.map(({ runId }) => runId);
}

async function merge(...branches: string[]) {
  const pullRequests = branches.map((branch, index) => {
    git(world.origin, "update-ref", `refs/pull/${index + 1}/head`, `refs/heads/${branch}`);
    return { prUrl: `https://host.example/pull/${index + 1}`, prNumber: index + 1 };
  });
  const { id } = await post("/merging/start", { pullRequests, baseBranch: "main", config: { into: "base" } });
  const shown = async () => (await listed("/merging/list")).find((one: { id: string }) => one.id === id);
  await expect.poll(async () => (await shown()).status).toMatch(/completed|failed/);
  expect(await shown()).toMatchObject({ status: "completed", error: null });
}

it("end to end: from a started run to one merged branch", async () => {
  const taskId = await recurring();
  const [issueIds, sprints] = await Promise.all([answeredSession(), sprintChain()]);
  const issueRuns = await workChain(issueIds);
  expect(git(world.origin, "show", `${await branchOf(sprints[1] ?? "")}:shared.txt`)).toBe("sprint\nsprint");
  const written = [];
  for (const runId of issueRuns) written.push(git(world.origin, "show", `${await branchOf(runId)}:issue.txt`));
  expect(written.toSorted()).toEqual(["Answered issue", "First issue"]);

  const lastRun = async () => (await get(`/recurring-tasks/${taskId}`)).lastRunId;
  await expect.poll(lastRun, { timeout: 120_000, interval: 500 }).not.toBeNull();
  const daily = await lastRun();
  expect((await detail(world, daily)).recurringTaskId).toBe(taskId);

  // The sprints and the recurring task have written to the same file.
  const branches = await Promise.all([sprints[1] ?? "", daily, issueRuns[0] ?? ""].map(branchOf));
  await merge(...branches);
  expect(git(world.origin, "show", "main:shared.txt").split("\n").toSorted()).toEqual([
    "recurring",
    "sprint",
    "sprint",
  ]);
  expect(git(world.origin, "show", "main:issue.txt")).toMatch(/issue$/);
  expect(git(world.origin, "log", "--merges", "--format=%s", "main").split("\n")).toHaveLength(3);
  git(world.origin, "fsck", "--strict");
  // Everything is at the remote, so no worktree is left.
  await expect.poll(() => readdirSync(path.join(runner.folder, "worktrees"))).toEqual([]);
  expect(runner.events.filter((event) => event.kind === "fault")).toEqual([]);
  expect(runner.events.filter((event) => event.kind === "ended" && event.how === "failed")).toEqual([]);
});
