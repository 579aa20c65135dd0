// Fills a project of the product with data. The API makes most of it; the 100,000 runs are made by a function that is
// pushed beside the product only for this purpose, because the API would be too slow.
import path from "node:path";
import { rootDirectory } from "../scripts/settings";
import { pushBeside } from "../tests/support/pushBeside";
import type { Product } from "./servers";

export const runsFilled = 100_000;
/** The messages that the runner writes at the same time: one for each connection of the load. */
export const messageIds = Array.from({ length: 32 }, (_, index) => `bench-${index}`);

const rowsPerCall = 2_000;

export interface Filled {
  workflowId: string;
  /** The id of a run with 50 steps. */
  runId: string;
}

export async function fillProduct(product: Product): Promise<Filled> {
  await pushBeside(product, path.join(rootDirectory, "tests/support/readBudgets/bulkInsert.ts"), product.checkout);
  const { id: projectId } = (await request(product, "GET", "/project")) as { id: string };
  const steps = [{ role: "designer", name: "Design" }];
  const workflow = (await request(product, "POST", "/workflows", { name: "Build", steps })) as { id: string };
  const started = { workflowId: workflow.id, prompt: "Build it." };
  const { id: runId } = (await request(product, "POST", "/runs/start", started)) as { id: string };
  await openMessages(product, runId);
  for (let stepIndex = 0; stepIndex < 50; stepIndex++) {
    const step = { runId, role: "designer", name: `Step ${stepIndex}`, stepIndex };
    await callback(product, "runStep.create", step);
  }
  await insertRuns(product, plainId(projectId), plainId(workflow.id));
  return { workflowId: workflow.id, runId };
}

async function openMessages(product: Product, runId: string): Promise<void> {
  const sandbox = { runId, runtimeSandboxId: "bench", status: "running" };
  const { id: sandboxId } = (await callback(product, "sandbox.create", sandbox)) as { id: string };
  for (const messageId of messageIds) await callback(product, "message.streamCreate", { sandboxId, messageId });
}

async function insertRuns(product: Product, projectId: string, workflowId: string): Promise<void> {
  const run = (index: number) => ({
    projectId,
    workflowId,
    workflowName: "Build",
    runNumber: index + 2,
    name: `Build part ${index} of the product.`,
    prompt: `Build part ${index} of the product.`,
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
  });
  for (let first = 0; first < runsFilled; first += rowsPerCall) {
    const documents = Array.from({ length: rowsPerCall }, (_, index) => run(first + index));
    await insertAll(product, "runs", documents);
  }
}

async function insertAll({ socketUrl, adminKey }: Product, table: string, documents: unknown[]): Promise<void> {
  const response = await fetch(`${socketUrl}/api/mutation`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path: "bulkInsert:insertAll", args: { table, documents }, format: "json" }),
  });
  const { status, errorMessage } = (await response.json()) as { status: string; errorMessage?: string };
  if (status !== "success") throw new Error(`Rows for ${table} were refused: ${errorMessage}`);
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
