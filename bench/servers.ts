// Starts and stops the measured servers. Each is a process with its own folder in one temporary directory.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { push } from "../scripts/push";
import { rootDirectory } from "../scripts/settings";
import { messageIds, runsFilled } from "./fill";
import type { Filled } from "./fill";
import { usageOfServing } from "./usage";
import type { Usage } from "./usage";

/** The callback secret of both servers. */
const callbackSecret = randomBytes(32).toString("base64url");

/**
 * The beginning of the commands of all measured servers: they have the memory settings and the Node of `npm start` in
 * their checkout. A version before scripts/node.sh ran on the installed Node.
 */
function supervisedIn(checkout: string): string[] {
  const script = path.join(checkout, "scripts/node.sh");
  return [...(existsSync(script) ? ["sh", script] : ["node"]), "scripts/supervise.mjs", "scripts/run.mjs"];
}

const running = new Set<ChildProcess>();

interface Server {
  process: ChildProcess;
  id: number;
  /** The output of the server until it was ready. */
  output: string;
}

/** A service that `npm start` has started for the second time, without any change since the first. */
export interface Product {
  /** The id of the process that was started. Another one, below it, serves. */
  id: number;
  checkout: string;
  httpUrl: string;
  socketUrl: string;
  apiKey: string;
  adminKey: string;
  callbackSecret: string;
  secondsToReady: number;
  residentMegabytes: number;
  usage: () => Usage;
  restart: () => Promise<Product>;
}

/** Starts the service from this checkout or from another one, for example of an earlier version. */
export async function startProduct(
  directory: string,
  checkout = rootDirectory,
  { environment, ...options }: Pick<Launch, "environment" | "logFile"> = {},
): Promise<Product> {
  const settings = { ...engineSettings(directory), ...environment };
  const start = () => launch(["npm", "start"], /is ready/, { ...options, environment: settings, directory: checkout });
  const first = await start();
  const apiKey = found(first.output, /svc_\w+/);
  await stop(first.process);
  const startAgain = async (): Promise<Product> => {
    const startedAt = performance.now();
    const server = await start();
    const secondsToReady = (performance.now() - startedAt) / 1000;
    const restart = async () => {
      await stop(server.process);
      return await startAgain();
    };
    return { ...productOf(server, directory), checkout, apiKey, secondsToReady, restart };
  };
  return await startAgain();
}

function productOf({ id, output }: Server, directory: string) {
  return {
    id,
    httpUrl: found(output, /http:\/\/\S+(?=\/api\/v1)/),
    socketUrl: found(output, /(?<=Convex clients +)http:\S+/),
    adminKey: readFileSync(path.join(directory, "admin-key"), "utf8").trim(),
    callbackSecret,
    residentMegabytes: usageOfServing(id).residentMegabytes,
    usage: () => usageOfServing(id),
  };
}

function engineSettings(directory: string): NodeJS.ProcessEnv {
  const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" };
  // The bench asks for more in a minute than clients may.
  const unlimited = { SERVICE_LIMIT_WRITES: "0", SERVICE_LIMIT_STARTS: "0" };
  return { SERVICE_DATA_DIR: directory, JOB_CALLBACK_SECRET: callbackSecret, ...ports, ...unlimited };
}

export interface Handwritten extends Filled {
  url: string;
  apiKey: string;
  callbackSecret: string;
  usage: () => Usage;
}

/** `product`: the server also keeps the indexes and the full-text tables that the product has. */
export type Indexes = "own" | "product";

export async function startHandwritten(directory: string, indexes: Indexes): Promise<Handwritten> {
  mkdirSync(directory);
  const command = [...supervisedIn(rootDirectory), "bench/handwritten/main.ts", directory];
  const content = [String(runsFilled), messageIds.join(","), "--indexes", indexes];
  const environment = { JOB_CALLBACK_SECRET: callbackSecret };
  const server = await launch([...command, ...content], /\}\n/, { environment });
  const { key, ...rest } = JSON.parse(server.output) as Filled & { url: string; key: string };
  return { ...rest, apiKey: key, callbackSecret, usage: () => usageOfServing(server.id) };
}

/** An engine with a small app, whose functions do as little as possible. */
export interface SmallEngine {
  url: string;
  usage: () => Usage;
}

export async function startSmallEngine(directory: string, checkout = rootDirectory): Promise<SmallEngine> {
  const command = [...supervisedIn(checkout), "engine/main.ts"];
  const server = await launch(command, /\}\n/, { environment: engineSettings(directory), directory: checkout });
  const { socketUrl } = JSON.parse(server.output) as { socketUrl: string };
  const adminKey = readFileSync(path.join(directory, "admin-key"), "utf8").trim();
  const appDirectory = path.join(rootDirectory, "bench/app");
  const pushed = await push({ appDirectory, socketUrl, adminKey }, { codegen: false });
  if (pushed.kind === "failed") throw new Error(pushed.output);
  return { url: socketUrl, usage: () => usageOfServing(server.id) };
}

/** Stops the newest first: a database ends only when its clients have. */
export async function stopAll(): Promise<void> {
  for (const child of [...running].toReversed()) await stop(child);
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

interface Launch {
  environment?: NodeJS.ProcessEnv;
  directory?: string;
  user?: { uid?: number; gid?: number };
  /** The file that receives the standard error, instead of this command's own. */
  logFile?: string;
}

export function launch([file = "", ...args]: string[], ready: RegExp, options: Launch = {}): Promise<Server> {
  const { environment, directory = rootDirectory, user, logFile } = options;
  const child = spawn(file, args, {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", logFile === undefined ? "inherit" : openSync(logFile, "a")],
    ...user,
  });
  running.add(child);
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (ready.test(output)) resolve({ process: child, id: child.pid ?? Number.NaN, output });
    });
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      reject(new Error(`${file} ${args.join(" ")} ended with ${code} instead of serving.`));
    });
  });
}

function found(text: string, pattern: RegExp): string {
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`Cannot find ${String(pattern)} in:\n${text}`);
  return match;
}
