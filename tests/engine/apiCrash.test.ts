// The product on the engine is killed again and again while clients and the runner write runs, issues, questions and
// messages. After every crash everything acknowledged must be there, nothing may be half done, and counters must equal
// a full count of all documents. CRASH_SEED repeats a run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { chunkOf, Ledger, writeUntilGone } from "./apiLoad";
import type { Writers } from "./apiLoad";
import { randomNumbers } from "./crashLoad";

const rounds = 20;
const clients = 8;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-api-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function prepare(api: Client, runner: Writers["runner"]): Promise<Writers> {
  const workflowId = await createWorkflow(api);
  const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
  const { id: answeringSessionId } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
  const sandbox = { issueSessionId, runtimeSandboxId: "rt", status: "running" };
  const { id: sandboxId } = await runner.call("sandbox.create", sandbox);
  return { api, runner, workflowId, answeringSessionId, sandboxId };
}

// Returns all items of any list.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function listAll(api: Client, list: string): Promise<any[]> {
  const rows = [];
  const joint = list.includes("?") ? "&" : "?";
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await api.get(`${list}${joint}limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
    rows.push(...body.data);
    cursor = body.nextCursor;
  }
  return rows;
}

async function crashUnderLoad(
  engine: RunningEngine,
  writers: Writers,
  ledger: Ledger,
  round: number,
  random: () => number,
): Promise<void> {
  const enough = ledger.acknowledged + 2 + random() * 10;
  const writing = Array.from({ length: clients }, (_, index) =>
    writeUntilGone(writers, `w${round}-${index}`, ledger, index),
  );
  while (ledger.acknowledged < enough && ledger.refusals.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, random() * 20));
  await engine.kill();
  await Promise.all(writing);
}

async function expectRuns({ api }: Writers, ledger: Ledger): Promise<void> {
  const runs = await listAll(api, "/runs");
  const byId = new Map(runs.map((run) => [run.id, run]));
  for (const [id, { told, asked }] of ledger.runs) expect([told, asked]).toContain(byId.get(id)?.status);
  const numbers = runs.map(({ runNumber }) => runNumber).sort((a, b) => a - b);
  expect(numbers).toEqual(runs.map((_, index) => index + 1));
  for (const run of runs) await expectLog(api, run);
  const { totalRuns } = await dataOf(api.get("/project/counters"));
  expect(totalRuns).toBe(runs.length);
}

/** Checks that a run's events are numbered from 1 without gaps and lead to its present status. */
async function expectLog(api: Client, run: { id: string; status: string }): Promise<void> {
  const { body } = await api.get(`/runs/events?id=${run.id}&limit=200`);
  const log: { seq: number; type: string; data: { status?: string; from?: string } }[] = body.data;
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  const statuses = log.filter(({ type }) => type === "run.created" || type === "run.status");
  expect(statuses.map(({ data }) => data.from)).toEqual([
    undefined,
    ...statuses.slice(0, -1).map(({ data }) => data.status),
  ]);
  expect(statuses.at(-1)?.data.status).toBe(run.status);
}

async function expectIssues({ api }: Writers, ledger: Ledger): Promise<void> {
  const issues = await listAll(api, "/issues/list");
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  for (const [id, { told, asked }] of ledger.issues) {
    expect([told, asked]).toContain(byId.get(id)?.status ?? null);
  }
  const { totalIssues, pendingIssues } = await dataOf(api.get("/project/counters"));
  const open = issues.filter(({ status }) => status === "open").length;
  expect([totalIssues, pendingIssues]).toEqual([issues.length, open]);
}

async function expectQuestions({ api, answeringSessionId }: Writers, ledger: Ledger): Promise<void> {
  const questions = await listAll(api, `/session-questions?answeringSessionId=${answeringSessionId}`);
  const byId = new Map(questions.map((question) => [question.id, question]));
  for (const [name, ids] of ledger.questions) {
    const together = questions.filter(({ question }) => question.startsWith(`${name}: `));
    expect([0, 3]).toContain(together.length);
    for (const id of ids) expect(byId.has(id)).toBe(true);
  }
  for (const [id, { told, asked }] of ledger.reviewed) expect([told, asked]).toContain(byId.get(id)?.status);
  const session = await dataOf(api.get(`/answering-sessions/${answeringSessionId}`));
  const reviewed = questions.filter(({ status }) => status !== "pending").length;
  expect([session.questionCount, session.reviewedCount]).toEqual([questions.length, reviewed]);
}

async function expectMessages({ api, sandboxId }: Writers, ledger: Ledger): Promise<void> {
  const messages = await listAll(api, `/sandboxes/messages?id=${sandboxId}`);
  const contents: string[] = messages.map(({ content }) => content);
  const textOf = (name: string, chunks: number) =>
    Array.from({ length: chunks }, (_, number) => chunkOf(name, number)).join("");
  for (const [name, { told, asked }] of ledger.messages) {
    const possible = new Set([textOf(name, told), textOf(name, asked)]);
    expect(contents.some((content) => possible.has(content))).toBe(true);
    expect(contents.filter((content) => content.startsWith(chunkOf(name, 0))).length).toBeLessThanOrEqual(1);
  }
}

/** Checks the queue: each waiting run has exactly one job, there is no other job, and each job is claimed once. */
async function expectJobs({ api, runner }: Writers): Promise<void> {
  const waiting = (await listAll(api, "/runs?status=pending")).map(({ id }): string => id);
  const claimed: string[] = [];
  const claim = () => runner.call("job.claim", { runnerId: "counter", kinds: ["run.execute"], leaseMs: 900_000 });
  for (let job = await claim(); job !== null; job = await claim()) claimed.push(job.runId);
  expect(claimed.filter((id) => waiting.includes(id)).toSorted(byText)).toEqual(waiting.toSorted(byText));
}

function byText(a: string, b: string): number {
  return a.localeCompare(b);
}

it(`keeps all that it acknowledged over ${rounds} crashes (CRASH_SEED=${seed})`, { timeout: 300_000 }, async () => {
  const random = randomNumbers(seed);
  const ledger = new Ledger();
  let engine = await startEngine({ appDir: rootDirectory, dataDir });
  const deployment = deploymentOn(() => engine);
  const { apiKey } = await createProject(deployment);
  const writers = await prepare(client(deployment, apiKey), await callbackOf(deployment));
  for (let round = 0; round < rounds; round++) {
    await crashUnderLoad(engine, writers, ledger, round, random);
    engine = await startEngine({ dataDir });
    await expectConsistent(engine);
  }
  expect(ledger.refusals).toEqual([]);
  await expectRuns(writers, ledger);
  await expectIssues(writers, ledger);
  await expectQuestions(writers, ledger);
  await expectMessages(writers, ledger);
  await expectJobs(writers);
  await engine.kill();
  console.log(
    `${ledger.acknowledged} rounds of work acknowledged; ${ledger.runs.size} runs, ${ledger.issues.size} issues`,
  );
});
