// Gives records as many dependent rows as they may have: running runs and active issue sessions get sandboxes, open
// steps and waiting messages, and issues become the last of large chains.
import { makeFunctionReference } from "convex/server";
import type { Id, TableNames } from "../../../convex/_generated/dataModel";
import { documentIdOf, rowOf } from "../crowd";
import type { MeteredEngine } from "../readBudgets/meteredEngine";
import type { FilledWorld } from "../readBudgets/world";

/** The number of sandboxes and of open steps of one record, and the number of waiting messages in each sandbox. */
interface Children {
  count: number;
  messages: number;
}

/** Gives dependent rows to the records with these indexes. */
export async function giveChildren(
  engine: MeteredEngine,
  world: FilledWorld,
  indexes: number[],
  { count, messages }: Children,
): Promise<void> {
  const projectId = documentIdOf("projects", world.projectId);
  const idsOf = <Table extends "runs" | "issueSessions">(table: Table) =>
    indexes.map((index) => documentIdOf(table, world.publicId(table, index)));
  const runIds = idsOf("runs");
  const sessionIds = idsOf("issueSessions");

  await change(engine, runIds, () => ({ status: "running", attempt: 1, activeSinceMs: Date.now() }));
  await change(engine, sessionIds, () => ({ status: "active" }));
  const sandboxIds = (await insert(engine, "sandboxes", [
    ...ofEach(runIds, count, (runId) => rowOf.sandbox(projectId, { kind: "run", runId })),
    ...ofEach(sessionIds, count, (issueSessionId) =>
      rowOf.sandbox(projectId, { kind: "issueSession", issueSessionId }),
    ),
  ])) as Id<"sandboxes">[];
  await insert(
    engine,
    "runSteps",
    ofEach(runIds, count, (runId, index) => rowOf.step({ projectId, runId }, index)),
  );
  await insert(
    engine,
    "issueSessionSteps",
    ofEach(sessionIds, count, (sessionId, stepIndex) => {
      return { projectId, sessionId, role: "researcher", name: "Read", stepIndex, status: "running" };
    }),
  );
  const messageId = documentIdOf("messages", world.publicId("messages"));
  await insert(
    engine,
    "jobs",
    ofEach(sandboxIds, messages, (sandboxId) => {
      return rowOf.job(projectId, sandboxId, { kind: "sandbox.message", sandboxId, messageId });
    }),
  );
}

/** Makes a running chain for each issue, in which it is the last issue. */
export async function giveChains(engine: MeteredEngine, world: FilledWorld, indexes: number[]): Promise<void> {
  const issueIds = indexes.map((index) => documentIdOf("issues", world.publicId("issues", index)));
  const chainIds = indexes.map((index) => documentIdOf("workChains", world.publicId("workChains", index)));
  // Each character has three bytes in UTF-8.
  const description = "語".repeat(10_000);
  await change(engine, chainIds, (index) => ({ status: "running", description, issueIds: [issueIds[index]] }));
  await change(engine, issueIds, (index) => ({ workChainId: chainIds[index] }));
}

function ofEach<Each, Row>(ids: Each[], count: number, make: (id: Each, index: number) => Row): Row[] {
  return ids.flatMap((id) => Array.from({ length: count }, (_, index) => make(id, index)));
}

async function insert(engine: MeteredEngine, table: TableNames, rows: Record<string, unknown>[]): Promise<string[]> {
  return await engine.insertAll(table, rows);
}

const patchAll = makeFunctionReference<"mutation">("bulkInsert:patchAll");

async function change(
  engine: MeteredEngine,
  ids: string[],
  make: (index: number) => Record<string, unknown>,
): Promise<void> {
  await engine.call(patchAll, { changes: ids.map((id, index) => ({ id, change: make(index) })) });
}
