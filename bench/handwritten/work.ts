// The runs, issues and messages of the hand-written server. Only the measured requests exist.
import { database, newId, prepare } from "./database";
import { Refusal } from "./http";
import { addProductIndexes } from "./indexes";
import { queueJob } from "./jobs";
import type { Caller } from "./project";
import { projectId } from "./project";

database.exec(`
  CREATE TABLE workflows (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, name TEXT NOT NULL, is_enabled INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE runs (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, created_at REAL NOT NULL, status TEXT NOT NULL, run_number INTEGER NOT NULL, fields TEXT NOT NULL);
  CREATE INDEX runs_by_project ON runs (project_id, created_at, id);
  CREATE INDEX runs_by_status ON runs (project_id, status, created_at, id);
  CREATE UNIQUE INDEX runs_by_number ON runs (project_id, run_number);
  CREATE TABLE run_steps (id TEXT PRIMARY KEY, run_id TEXT NOT NULL, step_index INTEGER NOT NULL, fields TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX run_steps_by_run ON run_steps (run_id, step_index);
  CREATE TABLE run_events (run_id TEXT NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, at REAL NOT NULL, data TEXT NOT NULL, PRIMARY KEY (run_id, seq)) WITHOUT ROWID;
  CREATE TABLE issues (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, created_at REAL NOT NULL, status TEXT NOT NULL, fields TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX issues_by_project ON issues (project_id, created_at, id);
  CREATE INDEX issues_by_status ON issues (project_id, status, created_at, id);
  CREATE TABLE counters (project_id TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (project_id, name)) WITHOUT ROWID;
  CREATE TABLE days (project_id TEXT NOT NULL, date TEXT NOT NULL, runs_started INTEGER NOT NULL, PRIMARY KEY (project_id, date)) WITHOUT ROWID;
  CREATE TABLE streams (message_id TEXT PRIMARY KEY, is_finished INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE chunks (message_id TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (message_id, number)) WITHOUT ROWID;
`);

const common = { projectId: "project_id", status: "status", _creationTime: "created_at" };
const indexesOfRuns = addProductIndexes("runs", "runs", { ...common, runNumber: "run_number" });
const indexesOfIssues = addProductIndexes("issues", "issues", common);
const indexesOfChunks = addProductIndexes("chunks", "messageChunks", { messageId: "message_id", number: "number" });

const findWorkflow = prepare("SELECT name, is_enabled FROM workflows WHERE id = ? AND project_id = ?");
const listRuns = prepare(`
  SELECT id, created_at, status, run_number, fields FROM runs
  WHERE project_id = ? AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`);
const findRun = prepare("SELECT id, created_at, status, run_number, fields FROM runs WHERE id = ? AND project_id = ?");
const stepsOfRun = prepare("SELECT id, step_index, fields FROM run_steps WHERE run_id = ? ORDER BY step_index LIMIT ?");
const insertRun = prepare(`INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?${indexesOfRuns.placeholders})`);
const insertStep = prepare("INSERT INTO run_steps VALUES (?, ?, ?, ?)");
const insertEvent = prepare("INSERT INTO run_events VALUES (?, ?, ?, ?, ?)");
const insertIssue = prepare(`INSERT INTO issues VALUES (?, ?, ?, ?, ?${indexesOfIssues.placeholders})`);
const count = prepare(`
  INSERT INTO counters VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET value = value + excluded.value RETURNING value`);
const countDay = prepare(`
  INSERT INTO days VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET runs_started = runs_started + 1`);
const findStream = prepare("SELECT is_finished FROM streams WHERE message_id = ?");
const newestChunk = prepare("SELECT max(number) FROM chunks WHERE message_id = ?");
const insertChunk = prepare(`INSERT INTO chunks VALUES (?, ?, ?${indexesOfChunks.placeholders})`);

type RunKeys = [id: string, createdAt: number, status: string, runNumber: number];
type RunRow = [...keys: RunKeys, fields: string];

function presentRun([id, createdAt, status, runNumber, fields]: RunRow): Record<string, unknown> {
  const publicId = `r_${id}`;
  const row = JSON.parse(fields) as Record<string, unknown>;
  return { id: publicId, _id: publicId, runNumber, status, ...row, createdAt: Math.floor(createdAt) };
}

const runFields = (prompt: string, workflowId: string, workflowName: string) => ({
  name: prompt.slice(0, 80),
  source: "api",
  prompt,
  gitRepoUrl: null,
  repositorySlug: null,
  branchName: "main",
  workflowId: `wf_${workflowId}`,
  workflow: { id: `wf_${workflowId}`, _id: `wf_${workflowId}`, name: workflowName },
  costUsd: 0,
  attempt: 1,
  currentIteration: 0,
  maxIterations: 1,
  currentStepLabel: null,
  currentStepProgress: null,
  lastProgressAt: null,
  prStatus: null,
  prUrl: null,
  prNumber: null,
  ciChecks: null,
  scheduledFor: null,
  timezone: null,
  recurrencePattern: null,
  stopAfterCurrentTurn: false,
  issueId: null,
  recurringTaskId: null,
  sprintChainId: null,
  sprintIndex: null,
  workChainId: null,
  startedAt: null,
  completedAt: null,
});

export interface Page {
  data: unknown[];
  nextCursor: string | null;
  hasMore: boolean;
}

export function runsPage({ project }: Caller, query: URLSearchParams): Page {
  const limit = Number(query.get("limit") ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new Refusal(400, "VALIDATION");
  const cursor = query.get("cursor");
  const [time, id] = cursor === null ? [Number.MAX_SAFE_INTEGER, ""] : (JSON.parse(atob(cursor)) as [number, string]);
  const rows = listRuns.all(project.id, time, id, limit + 1) as unknown as RunRow[];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const nextCursor = hasMore ? btoa(JSON.stringify([last[1], last[0]])) : null;
  return { data: shown.map(presentRun), nextCursor, hasMore };
}

export function runDetail({ project }: Caller, query: URLSearchParams): unknown {
  const row = findRun.get((query.get("id") ?? "").slice("r_".length), project.id) as unknown as RunRow | undefined;
  if (row === undefined) throw new Refusal(404, "NOT_FOUND");
  const steps = (stepsOfRun.all(row[0], 51) as unknown as StepRow[]).map(presentStep);
  // As in the product, the time of a running run depends on the clock.
  const activeDurationMs = row[2] === "running" ? Date.now() - row[1] : 0;
  const more = { activeDurationMs, durationMs: null, sandboxes: [], hasMoreSteps: steps.length > 50 };
  return { ...presentRun(row), ...more, steps: steps.slice(0, 50) };
}

type StepRow = [id: string, stepIndex: number, fields: string];

function presentStep([id, stepIndex, fields]: StepRow): unknown {
  const shown = { id: `rs_${id}`, _id: `rs_${id}`, stepIndex };
  return Object.assign(shown, JSON.parse(fields));
}

/**
 * Starts a run: stores the run with its number, its job and its first event, and updates the counters of the project
 * and of the day.
 */
export function startRun({ project }: Caller, body: Record<string, unknown>): unknown {
  const { workflowId, prompt, ...unknown } = body;
  if (Object.keys(unknown).length > 0 || typeof workflowId !== "string") throw new Refusal(400, "VALIDATION");
  if (typeof prompt !== "string" || prompt.trim() === "") throw new Refusal(400, "VALIDATION");
  const plainId = workflowId.slice("wf_".length);
  const workflow = findWorkflow.get(plainId, project.id) as unknown as [string, number] | undefined;
  if (workflow === undefined) throw new Refusal(404, "NOT_FOUND");
  if (workflow[1] === 0) throw new Refusal(409, "CONFLICT");
  const [id, now] = [newId(), Date.now()];
  const [number] = count.get(project.id, "runNumber", 1) as unknown as [number];
  const row = addRun([id, now, "pending", number], runFields(prompt, plainId, workflow[0]));
  queueJob(project.id, "run.execute", id, now);
  insertEvent.run(id, 1, "run.created", now, JSON.stringify({ status: "pending", source: "api", attempt: 1 }));
  count.get(project.id, "totalRuns", 1);
  countDay.run(project.id, new Date(now).toISOString().slice(0, 10));
  return presentRun(row);
}

type RunFields = ReturnType<typeof runFields>;

function addRun([id, createdAt, status, number]: RunKeys, fields: RunFields): RunRow {
  const text = JSON.stringify(fields);
  const more = indexesOfRuns.valuesOf(fields);
  insertRun.run(id, projectId, createdAt, status, number, text, ...more);
  indexesOfRuns.addText(`${fields.name}\n${fields.prompt}`, { ...fields, projectId, status });
  return [id, createdAt, status, number, text];
}

/** Returns the data of a run that a runner receives with its job. */
export function deliverRun(id: string): unknown {
  return presentRun(findRun.get(id, projectId) as RunRow);
}

const priorities = new Set(["low", "medium", "high", "critical"]);

export function createIssue({ project }: Caller, body: Record<string, unknown>): unknown {
  const { title, priority = "medium", ...unknown } = body;
  if (Object.keys(unknown).length > 0 || typeof title !== "string" || title.trim() === "") {
    throw new Refusal(400, "VALIDATION");
  }
  if (typeof priority !== "string" || !priorities.has(priority)) throw new Refusal(400, "VALIDATION");
  const [id, now] = [newId(), Date.now()];
  const fields = { title, priority, description: null, suggestedPrompt: null, sessionId: null, runId: null };
  insertIssue.run(id, project.id, now, "open", JSON.stringify(fields), ...indexesOfIssues.valuesOf(fields));
  indexesOfIssues.addText(title, { ...fields, projectId, status: "open" });
  count.get(project.id, "totalIssues", 1);
  count.get(project.id, "pendingIssues", 1);
  return { id: `issue_${id}`, _id: `issue_${id}`, status: "open", ...fields, createdAt: new Date(now).toISOString() };
}

/** Answers `message.streamAppend`, as the job runner calls it. */
export function append(args: Record<string, unknown>): { messageId: string; number: number } {
  const { messageId, chunk } = args;
  if (typeof messageId !== "string" || typeof chunk !== "string") throw new Refusal(400, "The arguments do not fit.");
  const stream = findStream.get(messageId) as unknown as [number] | undefined;
  if (stream === undefined || stream[0] !== 0) throw new Refusal(400, "There is no such message.");
  const [newest] = newestChunk.get(messageId) as unknown as [number | null];
  const number = (newest ?? 0) + 1;
  insertChunk.run(messageId, number, chunk, ...indexesOfChunks.valuesOf(args));
  return { messageId, number };
}

export interface Filled {
  workflowId: string;
  runId: string;
  runningRunId: string;
}

/** Stores a workflow, `runs` runs that are over, two more with 50 steps, and the messages that are being written. */
export function fill(runs: number, messageIds: string[]): Filled {
  const workflowId = newId();
  database.exec("BEGIN");
  database.prepare("INSERT INTO workflows VALUES (?, ?, 'Build', 1)").run(workflowId, projectId);
  const startedAt = Date.now() - runs - 2;
  const fillRun = (index: number, status: string): string => {
    const id = newId();
    const [number] = count.get(projectId, "runNumber", 1) as unknown as [number];
    addRun(
      [id, startedAt + index, status, number],
      runFields(`Build part ${index} of the product.`, workflowId, "Build"),
    );
    return id;
  };
  for (let index = 0; index < runs; index++) fillRun(index, index % 2 === 0 ? "completed" : "failed");
  const [runId, runningRunId] = [fillRun(runs, "pending"), fillRun(runs + 1, "running")];
  for (const id of [runId, runningRunId]) fillSteps(id);
  for (const messageId of messageIds) database.prepare("INSERT INTO streams VALUES (?, 0)").run(messageId);
  database.exec("COMMIT");
  return { workflowId: `wf_${workflowId}`, runId: `r_${runId}`, runningRunId: `r_${runningRunId}` };
}

function fillSteps(runId: string): void {
  for (let step = 0; step < 50; step++) {
    const tokenUsage = { inputTokens: 1, outputTokens: 1 };
    const fields = { role: "designer", name: `Step ${step}`, status: "completed", tokenUsage };
    insertStep.run(newId(), runId, step, JSON.stringify(fields));
  }
}
