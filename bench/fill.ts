// Fills a project of the product with data. The API makes most of it; the 100,000 runs are made by a function that is
// pushed beside the product only for this purpose, because the API would be too slow.
import path from "node:path";
import { searchTextOf } from "../convex/lib/searchText";
import { rootDirectory } from "../scripts/settings";
import { pushBeside } from "../tests/support/pushBeside";
import type { Product } from "./servers";

export const runsFilled = 100_000;
/** The messages that the runner writes at the same time: one for each connection of the load. */
export const messageIds = Array.from({ length: 32 }, (_, index) => `bench-${index}`);

const rowsPerCall = 2_000;

export interface Filled {
  workflowId: string;
  /** The id of a run with 50 steps, which has not begun. */
  runId: string;
  /** The id of a run with 50 steps, which is running. */
  runningRunId: string;
}

export async function fillProduct(product: Product, runs = runsFilled): Promise<Filled> {
  await pushBeside(product, path.join(rootDirectory, "tests/support/readBudgets/bulkInsert.ts"), product.checkout);
  const { id: projectId } = (await request(product, "GET", "/project")) as { id: string };
  const steps = [{ role: "designer", name: "Design" }];
  const workflow = (await request(product, "POST", "/workflows", { name: "Build", steps })) as { id: string };
  const runId = await startWithSteps(product, workflow.id);
  await openMessages(product, runId);
  const runningRunId = await startWithSteps(product, workflow.id);
  await callback(product, "run.updateStatus", { runId: runningRunId, status: "running" });
  await insertRuns(product, { projectId: plainId(projectId), workflowId: plainId(workflow.id), firstNumber: 3 }, runs);
  return { workflowId: workflow.id, runId, runningRunId };
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

async function insertRuns(product: Product, of: RunsOf, runs: number): Promise<void> {
  for (let first = 0; first < runs; first += rowsPerCall) {
    const length = Math.min(rowsPerCall, runs - first);
    const documents = Array.from({ length }, (_, index) => filledRun(of, first + index));
    await insertAll(product, "runs", documents);
  }
}

function filledRun({ projectId, workflowId, firstNumber }: RunsOf, index: number): object {
  // Each of 1,000 areas is the subject of as many runs, so a search for one finds a thousandth of them.
  const text = `Build part ${index} of area${index % 1000}.`;
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

/** Inserts rows and returns their ids. */
async function insertAll({ socketUrl, adminKey }: Product, table: string, documents: unknown[]): Promise<string[]> {
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
function plainId(publicId: string): string {
  return publicId.slice(publicId.lastIndexOf("_") + 1);
}
