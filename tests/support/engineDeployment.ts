// The product on the embedded engine, used over HTTP.
import { getFunctionName } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType, FunctionType } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex } from "convex/values";
import type { JSONValue } from "convex/values";
import { rmSync } from "node:fs";
import { beforeAll } from "vitest";
import type { Deployment } from "./deployment";
import { rootDirectory } from "../../scripts/settings";
import { changeEnvironment } from "./changeEnvironment";
import { startEngine } from "./engine";
import { servedBy } from "./reality";
import type { RunningEngine } from "./engine";

/** `shared` as the service has them; `fresh` for every call, as on Convex, which takes three times as long. */
type Contexts = "shared" | "fresh";

/** The engines for all suites of this worker. The app is pushed to each once, and they end with the worker. */
const engines = new Map<Contexts, Promise<RunningEngine>>();

/** Must be called where a suite is declared. The engine runs before the suite's tests begin. */
export function engineDeployment(contexts: Contexts = "shared"): Deployment {
  let engine: RunningEngine | undefined;
  beforeAll(async () => {
    engine = await sharedEngine(contexts);
  });
  const running = (): RunningEngine => {
    if (engine === undefined) throw new Error("The engine runs only while tests do.");
    return engine;
  };
  return deploymentOn(running);
}

type Addresses = Pick<RunningEngine, "httpUrl" | "socketUrl" | "adminKey">;

/**
 * Returns the deployment at the engine's addresses. They are read for each call, so that the engine may be restarted.
 */
export function deploymentOn(engine: () => Addresses): Deployment {
  const call = <Reference extends FunctionReference<FunctionType, "public" | "internal">>(
    reference: Reference,
    args: FunctionArgs<Reference>,
  ) => callFunction<Reference>(engine(), getFunctionName(reference), args);
  return {
    fetch: (path, init) => servedBy(engine()).fetch(path, init),
    query: call,
    mutation: call,
    action: call,
    upload: async (url, body) => {
      // Whatever the uploader says the bytes are.
      const headers = { "Content-Type": "text/html" };
      const answer = (await (await fetch(url, { method: "POST", headers, body })).json()) as { storageId: string };
      return answer.storageId;
    },
    setEnvironment: (changes) => changeEnvironment(engine(), changes),
  };
}

export function sharedEngine(contexts: Contexts = "shared"): Promise<RunningEngine> {
  const running = engines.get(contexts) ?? startShared(contexts);
  engines.set(contexts, running);
  return running;
}

async function startShared(contexts: Contexts): Promise<RunningEngine> {
  const engine = await startEngine({ appDir: rootDirectory, contexts });
  process.once("SIGTERM", () => endWithWorker(engine));
  return engine;
}

/** Vitest ends its workers with this signal and waits half a second. A graceful stop may take longer. */
function endWithWorker(engine: RunningEngine): void {
  engine.signal("SIGKILL");
  rmSync(engine.dataDir, { recursive: true, force: true, maxRetries: 3 });
  process.kill(process.pid, "SIGTERM");
}

type Answer =
  | { status: "success"; value: JSONValue }
  | { status: "error"; errorMessage: string; errorData?: JSONValue };

export async function callFunction<Reference extends FunctionReference<FunctionType, "public" | "internal">>(
  engine: Pick<RunningEngine, "socketUrl" | "adminKey">,
  path: string,
  args: FunctionArgs<Reference>,
): Promise<FunctionReturnType<Reference>> {
  const response = await fetch(`${engine.socketUrl}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}` },
    body: JSON.stringify({ path, args: convexToJson(args), format: "convex_encoded_json" }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as Answer;
  if (answer.status === "success") return jsonToConvex(answer.value);
  if (answer.errorData !== undefined) throw new ConvexError(jsonToConvex(answer.errorData));
  throw new Error(answer.errorMessage);
}
