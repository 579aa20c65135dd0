// The product on an engine in this process, which shows what each request has read.
import { getFunctionName, makeFunctionReference } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType, FunctionType } from "convex/server";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { FunctionLog } from "../../../engine/application/log/functionLog";
import type { FinishedRun } from "../../../engine/application/log/functionLog";
import { limits } from "../../../engine/database/limits";
import type { MeteredResource } from "../../../engine/database/limits";
import { QueryCache } from "../../../engine/application/calls/queryCache";
import { startEngine } from "../../../engine/startEngine";
import { callFunction } from "../engineDeployment";
import { keptOnce } from "../keptOnce";
import { pushBeside } from "../pushBeside";

export interface MeteredEngine {
  readonly httpUrl: string;
  /** Calls a function as the deployment's administrator, or as the user whom `identity` describes. */
  call<Reference extends FunctionReference<FunctionType, "public" | "internal">>(
    reference: Reference,
    args: FunctionArgs<Reference>,
    identity?: Record<string, string>,
  ): Promise<FunctionReturnType<Reference>>;
  insertAll(table: string, documents: Record<string, unknown>[]): Promise<string[]>;
  /** Stores a small file and returns its id. */
  storeFile(): Promise<Id<"_storage">>;
  setEnvironment(changes: Record<string, string>): Promise<void>;
  /**
   * Returns the number of documents that the one request or call in `work` reads, in all of its transactions. Functions
   * that it schedules do not count.
   */
  documentsRead(isIt: (run: FinishedRun) => boolean, work: () => Promise<void>): Promise<number>;
  /**
   * Returns what the largest transaction of each function has used since the engine was started or since the last call.
   */
  largestUses(): Map<string, Use>;
  stop(): Promise<void>;
}

/** What one transaction has used of each resource that the platform limits. */
export type Use = Record<MeteredResource, number> & { error: string | null };

const insertAll = makeFunctionReference<"mutation", { table: string; documents: unknown[] }, string[]>(
  "bulkInsert:insertAll",
);

const storeFile = makeFunctionReference<"action", Record<string, never>, Id<"_storage">>("bulkInsert:storeFile");

/**
 * Without `keepsResults` the engine caches no results of queries: a cached result reads nothing, so reads could not be
 * counted.
 */
export async function startMeteredEngine({ keepsResults }: { keepsResults: boolean }): Promise<MeteredEngine> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-budgets-"));
  cpSync(await pushedOnce(), dataDir, { recursive: true });
  const engine = await startHere(dataDir);
  const { application, socketUrl, httpUrl, adminKey } = engine;
  const stop = async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const keep = vi.spyOn(QueryCache.prototype, "keep");
  if (!keepsResults) keep.mockImplementation(() => {});
  const finished = vi.spyOn(FunctionLog.prototype, "recordRun");
  let uses = new Map<string, Use>();
  const record = (run: FinishedRun) => noteUse(uses, run);
  finished.mockImplementation(record);
  const call: MeteredEngine["call"] = (reference, args, identity) => {
    const user = identity === undefined ? "" : `:${Buffer.from(JSON.stringify(identity)).toString("base64")}`;
    return callFunction({ socketUrl, adminKey: adminKey + user }, getFunctionName(reference), args);
  };
  const setEnvironment = (changes: Record<string, string>) =>
    application.changeEnv(Object.entries(changes).map(([name, value]) => ({ name, value })));
  return {
    httpUrl,
    call,
    insertAll: (table, documents) => call(insertAll, { table, documents }),
    storeFile: () => call(storeFile, {}),
    setEnvironment,
    documentsRead: async (isIt, work) => {
      finished.mockClear();
      await work();
      const runs = finished.mock.calls.map(([run]) => run).filter(isIt);
      if (runs.length !== 1) throw new Error(`One run was expected, and not ${runs.length}.`);
      return runs.flatMap(({ usages }) => usages).reduce((sum, usage) => sum + usage.get("documentsRead"), 0);
    },
    largestUses: () => {
      const noted = uses;
      uses = new Map();
      return noted;
    },
    stop: async () => {
      finished.mockRestore();
      keep.mockRestore();
      await stop();
    },
  };
}

function startHere(dataDir: string): ReturnType<typeof startEngine> {
  const address = { dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0 };
  return startEngine({ ...address, contexts: "pool", writeLog: () => {} });
}

const bulkInsert = path.join(import.meta.dirname, "bulkInsert.ts");

/** The data directory of an engine to which the product was pushed, together with what fills tables. */
async function pushedOnce(): Promise<string> {
  const make = async (folder: string) => {
    const engine = await startHere(path.join(folder, "data"));
    await pushBeside(engine, bulkInsert).finally(() => engine.stop());
  };
  return path.join(await keptOnce("metered", make, [bulkInsert]), "data");
}

export const unused: Use = {
  error: null,
  databaseQueries: 0,
  documentsRead: 0,
  bytesRead: 0,
  documentsWritten: 0,
  bytesWritten: 0,
  functionsScheduled: 0,
  scheduledFunctionArgsBytes: 0,
};
const resources = Object.keys(limits).filter((name): name is MeteredResource => name in unused);

function noteUse(uses: Map<string, Use>, { nameOf, usages, error }: FinishedRun): void {
  const name = nameOf().replace(".js:", ":");
  for (const usage of usages) {
    const use: Use = { ...unused, error };
    for (const resource of resources) use[resource] = usage.get(resource);
    const former = uses.get(name);
    if (former === undefined || error !== null || loadOf(use) > loadOf(former)) uses.set(name, use);
  }
}

/** Returns the largest share of a limit that a transaction has used: 1 is the limit. */
export function loadOf(use: Use): number {
  return Math.max(...resources.map((resource) => use[resource] / limits[resource]));
}
