// Very many rows, on an engine in this process that enforces the platform's limits. The rows are inserted directly,
// because the product would need minutes. The tested requests go to the product.
import { internal } from "../../convex/_generated/api";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import { zeroAmounts } from "../../convex/counters/days";
import { publicId } from "../../convex/lib/publicIds";
import { maxShards } from "../../convex/lib/sums";
import { callbackSecret, callbackWith, client } from "./fixtures";
import type { Client, Runner } from "./fixtures";
import { environment } from "./readBudgets/operations";
import { startMeteredEngine } from "./readBudgets/meteredEngine";
import type { MeteredEngine } from "./readBudgets/meteredEngine";

export interface Crowd {
  engine: MeteredEngine;
  job: Runner;
  /** Makes a project with a key that may do everything in it, and with this number of members besides its owner. */
  createProject(members?: number): Promise<{ projectId: Id<"projects">; shownId: string; api: Client }>;
  insert<Table extends TableNames>(table: Table, rows: WithoutSystemFields<Doc<Table>>[]): Promise<Id<Table>[]>;
  stop(): Promise<void>;
}

const rowsPerCall = 1000;

export async function startCrowd(): Promise<Crowd> {
  const engine = await startMeteredEngine({ keepsResults: true });
  await engine.setEnvironment({ ...environment, JOB_CALLBACK_SECRET: callbackSecret });
  const deployment = { fetch: (path: string, init?: RequestInit) => fetch(engine.httpUrl + path, init) };
  const insert: Crowd["insert"] = async (table, rows) => {
    const ids: string[] = [];
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      ids.push(...(await engine.insertAll(table, rows.slice(from, from + rowsPerCall))));
    }
    return ids as Id<typeof table>[];
  };
  let people = 0;
  return {
    engine,
    job: callbackWith(deployment),
    insert,
    createProject: async (members = 0) => {
      const { projectId: shownId, apiKey } = await engine.call(internal.admin.projects.create, { name: "Demo" });
      const projectId = documentIdOf("projects", shownId);
      const userIds = await insert(
        "users",
        manyOf(members, () => ({ email: `person-${++people}@example.com` })),
      );
      await insert(
        "projectMembers",
        userIds.map((userId) => ({ projectId, userId, role: "member" as const })),
      );
      return { projectId, shownId, api: client(deployment, apiKey) };
    },
    stop: () => engine.stop(),
  };
}

export function manyOf<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function documentIdOf<Table extends Parameters<typeof publicId>[0] & TableNames>(
  table: Table,
  shown: string,
): Id<Table> {
  return shown.slice(publicId(table, "" as never).length) as Id<Table>;
}

// Rows as the product makes them, with changes by the tests.

export const rowOf = {
  /** The sums of things that were inserted directly. The product itself adds to rows with lower numbers. */
  sums: (projectId: Id<"projects">, counts: Doc<"counters">["counts"]): WithoutSystemFields<Doc<"counters">> => ({
    projectId,
    shard: maxShards - 1,
    counts,
    date: "",
    day: zeroAmounts,
  }),
  run: (
    projectId: Id<"projects">,
    workflowId: Id<"workflows">,
    runNumber: number,
    changes: Partial<Doc<"runs">> = {},
  ): WithoutSystemFields<Doc<"runs">> => ({
    projectId,
    workflowId,
    runNumber,
    name: "Build",
    status: "running",
    source: "api",
    prompt: "Build it.",
    searchText: "Build it.",
    gitRepoUrl: null,
    branchName: "main",
    workflowName: "Build",
    costMicroUsd: 0,
    currentIteration: 0,
    maxIterations: 1,
    stopAfterCurrentTurn: false,
    attempt: 1,
    activeDurationMs: 0,
    activeSinceMs: Date.now(),
    ...changes,
  }),
  step: (
    { projectId, runId }: { projectId: Id<"projects">; runId: Id<"runs"> },
    stepIndex: number,
    changes: Partial<Doc<"runSteps">> = {},
  ): WithoutSystemFields<Doc<"runSteps">> => ({
    projectId,
    runId,
    stepIndex,
    attempt: 1,
    role: "designer",
    name: "Design",
    status: "running",
    inputTokens: 0,
    outputTokens: 0,
    costMicroUsd: 0,
    ...changes,
  }),
  sandbox: (
    projectId: Id<"projects">,
    purpose: Doc<"sandboxes">["purpose"],
    changes: Partial<Doc<"sandboxes">> = {},
  ): WithoutSystemFields<Doc<"sandboxes">> => ({
    projectId,
    purpose,
    ...(purpose.kind === "run" ? { runId: purpose.runId } : {}),
    runtimeSandboxId: "runtime",
    status: "running",
    hasAssistantMessages: false,
    boundAtMs: Date.now() + 3_600_000,
    ...changes,
  }),
  job: (
    projectId: Id<"projects">,
    subjectId: string,
    work: Doc<"jobs">["work"],
    changes: Partial<Doc<"jobs">> = {},
  ): WithoutSystemFields<Doc<"jobs">> => ({
    projectId,
    work,
    kind: work.kind,
    subjectId,
    status: "queued",
    attempts: 0,
    fence: 0,
    availableAtMs: Date.now(),
    cancelRequested: false,
    ...changes,
  }),
  issue: (projectId: Id<"projects">, changes: Partial<Doc<"issues">> = {}): WithoutSystemFields<Doc<"issues">> => ({
    projectId,
    title: "Crash",
    status: "open",
    priority: "medium",
    searchText: "Crash",
    createdAtMs: 0,
    updatedAtMs: 0,
    ...changes,
  }),
};
