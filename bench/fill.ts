// Fills a project of the product with data. The API makes most of it; the 100,000 runs are made by a function that is
// pushed beside the product only for this purpose, because the API would be too slow.
import path from "node:path";
import { searchTextOf } from "../convex/lib/searchText";
import { progressOn } from "../scripts/seed/progress";
import { rootDirectory } from "../scripts/settings";
import { pushBeside } from "../tests/support/pushBeside";
import type { Product } from "./servers";

export const runsFilled = 100_000;
/** The messages that the runner writes at the same time: one for each connection of the load. */
export const messageIds = Array.from({ length: 32 }, (_, index) => `bench-${index}`);

const rowsPerCall = 1_000;

export interface Filled {
  workflowId: string;
  /** The id of a run with 50 steps, which has not begun. */
  runId: string;
  /** The id of a run with 50 steps, which is running. */
  runningRunId: string;
}

interface FilledProject extends Filled {
  projectId: string;
}

export async function fillProduct(product: Product, runs = runsFilled): Promise<FilledProject> {
  await pushBeside(product, path.join(rootDirectory, "tests/support/readBudgets/bulkInsert.ts"), product.checkout);
  const { id: projectId } = (await request(product, "GET", "/project")) as { id: string };
  const steps = [{ role: "designer", name: "Design" }];
  const workflow = (await request(product, "POST", "/workflows", { name: "Build", steps })) as { id: string };
  const runId = await startWithSteps(product, workflow.id);
  await openMessages(product, runId);
  const runningRunId = await startWithSteps(product, workflow.id);
  await callback(product, "run.updateStatus", { runId: runningRunId, status: "running" });
  await insertRuns(product, { projectId: plainId(projectId), workflowId: plainId(workflow.id), firstNumber: 3 }, runs);
  return { projectId, workflowId: workflow.id, runId, runningRunId };
}

async function startWithSteps(product: Product, workflowId: string): Promise<string> {
  const { id } = (await request(product, "POST", "/runs/start", { workflowId, prompt: "Build it." })) as { id: string };
  for (let stepIndex = 0; stepIndex < 50; stepIndex++) {
    const step = { runId: id, role: "designer", name: `Step ${stepIndex}`, stepIndex };
    await callback(product, "runStep.create", step);
  }
  return id;
}

async function openMessages(product: Product, runId: string): Promise<void> {
  const sandbox = { runId, runtimeSandboxId: "bench", status: "running" };
  const { id: sandboxId } = (await callback(product, "sandbox.create", sandbox)) as { id: string };
  for (const messageId of messageIds) await callback(product, "message.streamCreate", { sandboxId, messageId });
}

interface RunsOf {
  projectId: string;
  workflowId: string;
  firstNumber: number;
}

/** Inserts runs, and shows how far it is: a million take minutes. */
async function insertRuns(product: Product, of: RunsOf, runs: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil(runs / rowsPerCall) }, (_, index) => index * rowsPerCall);
  await progressOn(process.stdout).each("Thousands of runs", batches, async (first) => {
    const length = Math.min(rowsPerCall, runs - first);
    await insertAll(
      product,
      "runs",
      Array.from({ length }, (_, index) => filledRun(of, first + index)),
    );
  });
}

export function filledRun({ projectId, workflowId, firstNumber }: RunsOf, index: number): object {
  // All numbers have the same length, so none is the beginning of another one, which a search would find too.
  const text = `Build part ${numberedPart(index)} of the product.`;
  return {
    projectId,
    workflowId,
    workflowName: "Build",
    runNumber: firstNumber + index,
    name: text,
    prompt: text,
    searchText: searchTextOf(text, text),
    status: index % 2 === 0 ? "completed" : "failed",
    source: "api",
    gitRepoUrl: null,
    branchName: "main",
    costMicroUsd: 0,
    currentIteration: 0,
    maxIterations: 1,
    stopAfterCurrentTurn: false,
    attempt: 1,
    activeDurationMs: 0,
  };
}

interface Inserted {
  status: string;
  errorMessage?: string;
  value: string[];
}

/** Returns the word that only the run with this number has. */
export function numberedPart(index: number): string {
  return `number${String(index).padStart(7, "0")}`;
}

/** Inserts rows and returns their ids. */
export async function insertAll(
  { socketUrl, adminKey }: Product,
  table: string,
  documents: unknown[],
): Promise<string[]> {
  const response = await fetch(`${socketUrl}/api/mutation`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path: "bulkInsert:insertAll", args: { table, documents }, format: "json" }),
  });
  const { status, errorMessage, value } = (await response.json()) as Inserted;
  if (status !== "success") throw new Error(`Rows for ${table} were refused: ${errorMessage}`);
  return value;
}

async function request({ httpUrl, apiKey }: Product, method: string, route: string, body?: object): Promise<unknown> {
  const response = await fetch(`${httpUrl}/api/v1${route}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: unknown };
  if (answer.data === undefined) throw new Error(`${method} ${route}: ${JSON.stringify(answer)}`);
  return answer.data;
}

async function callback({ httpUrl, callbackSecret }: Product, operation: string, args: object): Promise<unknown> {
  const response = await fetch(`${httpUrl}/job/callback`, {
    method: "POST",
    headers: { Authorization: `Bearer ${callbackSecret}` },
    body: JSON.stringify({ operation, args }),
  });
  const answer = (await response.json()) as { result?: unknown };
  if (answer.result === undefined) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  return answer.result;
}

/** Returns the id without the prefix that names its kind. */
export function plainId(publicId: string): string {
  return publicId.slice(publicId.lastIndexOf("_") + 1);
}
