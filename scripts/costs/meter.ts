// The product on an engine in this process, which says what each call of a function has used.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FinishedRun } from "../../engine/application/log/functionLog";
import { startEngine } from "../../engine/startEngine";
import { Failure, isObject } from "../adminFunctions";
import { push } from "../push";
import { rootDirectory } from "../settings";

/** What an operation costs. Convex charges for calls of functions and for bytes. */
export interface Cost {
  queries: number;
  cachedQueries: number;
  mutations: number;
  actions: number;
  documentsRead: number;
  bytesRead: number;
  documentsWritten: number;
  bytesWritten: number;
}

export interface Meter {
  httpUrl: string;
  /** Calls a function as the administrator, or as the person with this identity. Returns its result. */
  call(path: string, args: Record<string, unknown>, identity?: Record<string, string | boolean>): Promise<unknown>;
  /**
   * Returns what the calls in `work` cost. `later` names the scheduled functions that belong to them; the meter waits
   * until they are done.
   */
  costOf(work: () => Promise<unknown>, later?: string): Promise<Cost>;
  stop(): Promise<void>;
}

const callbackSecret = "runner-secret";

export const environment = {
  JOB_CALLBACK_SECRET: callbackSecret,
  // With one shard, sums are always added to the same row, and the number of reads does not vary.
  COUNTER_SHARDS: "1",
};

export async function startMeter(): Promise<Meter> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-costs-"));
  let finished: FinishedRun[] = [];
  let noted = (): void => {};
  const observe = (run: FinishedRun) => {
    finished.push(run);
    noted();
  };
  const address = { dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0 };
  const engine = await startEngine({ ...address, contexts: "pool", writeLog: () => {}, observe });
  const { socketUrl, httpUrl, adminKey, application } = engine;
  const stop = async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const pushed = await push({ appDirectory: rootDirectory, socketUrl, adminKey }, { codegen: false });
  if (pushed.kind === "failed") {
    await stop();
    throw new Failure(`The push failed: ${pushed.output}`);
  }
  await application.changeEnv(Object.entries(environment).map(([name, value]) => ({ name, value })));

  const seen = (name: string) =>
    new Promise<void>((resolve) => {
      noted = () => {
        if (finished.some((run) => nameOf(run.nameOf()) === name)) resolve();
      };
      noted();
    });
  return {
    httpUrl,
    call: async (functionPath, args, identity) => {
      const user = identity === undefined ? "" : `:${Buffer.from(JSON.stringify(identity)).toString("base64")}`;
      const response = await fetch(`${socketUrl}/api/function`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}${user}` },
        body: JSON.stringify({ path: functionPath, args, format: "json" }),
      });
      const answer: unknown = await response.json();
      if (isObject(answer) && answer["status"] === "success") return answer["value"];
      throw new Failure(`${functionPath} failed: ${JSON.stringify(answer)}`);
    },
    costOf: async (work, later) => {
      finished = [];
      await work();
      if (later !== undefined) await seen(later);
      const belongs = (run: FinishedRun) => run.kind === "httpAction" || nameOf(run.nameOf()) === later;
      const requests = finished.filter(belongs);
      return sumOf(requests.length > 0 ? requests : finished);
    },
    stop,
  };
}

function nameOf(identifier: string): string {
  return identifier.replace(".js:", ":");
}

function sumOf(runs: FinishedRun[]): Cost {
  const usages = runs.flatMap((run) => run.usages);
  const used = (resource: Parameters<(typeof usages)[number]["get"]>[0]) =>
    usages.reduce((sum, usage) => sum + usage.get(resource), 0);
  const called = (kind: keyof FinishedRun["calls"]) => runs.reduce((sum, { calls }) => sum + calls[kind], 0);
  return {
    queries: called("queries"),
    cachedQueries: called("cachedQueries"),
    mutations: called("mutations"),
    actions: called("actions"),
    documentsRead: used("documentsRead"),
    bytesRead: used("bytesRead"),
    documentsWritten: used("documentsWritten"),
    bytesWritten: used("bytesWritten"),
  };
}
