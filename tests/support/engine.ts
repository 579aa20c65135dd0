// Runs the engine as a child process on free ports, with an app.
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import processMemory from "../../scripts/processMemory.json";
import { rootDirectory } from "../../scripts/settings";
import { changeEnvironment } from "./changeEnvironment";
import { keptOnce } from "./keptOnce";
import { pushApp } from "./pushApp";

interface EngineOptions {
  /** The folder that holds `convex/`. By default nothing is pushed. */
  appDir?: string;
  contexts?: "pool" | "shared" | "fresh";
  /** By default mutations run one after another, as the engine serves. */
  concurrency?: "serial" | "optimistic";
  /** By default a thread commits from the first mutation on, and not only when there is much to do. */
  committing?: "here" | "in a thread";
  /** By default a temporary directory, which is removed when the engine has ended. */
  dataDir?: string;
  /** By default 127.0.0.1. */
  host?: string;
  /** By default free ports. */
  socketPort?: number;
  httpPort?: number;
  /** Variables that are added to the environment of the process. */
  env?: NodeJS.ProcessEnv;
  /**
   * The time at which the engine's clock begins, in milliseconds since 1970. The clock runs at normal speed. By default
   * it is the real clock.
   */
  startsAtMs?: number;
}

export interface RunningEngine {
  socketUrl: string;
  httpUrl: string;
  adminKey: string;
  dataDir: string;
  pid: number;
  /** Returns what the process has written to standard error so far. */
  errorOutput(): string;
  /** Returns what the process has written to standard error and standard output so far. */
  output(): string;
  push(appDir: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL before it returns. */
  kill(): Promise<void>;
  /** Resolves with the exit code when the process has ended. */
  exited: Promise<number | null>;
}

/** Starts the engine and waits until it serves. If the process ends before that, rejects with its standard error. */
export async function startEngine(options: EngineOptions = {}): Promise<RunningEngine> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "switchyard-engine-"));
  const isCopy = mayCopy(options, dataDir);
  if (isCopy) cpSync(await pushedOnce(), dataDir, { recursive: true });
  const child = spawnEngine(options, dataDir);
  const errors: Buffer[] = [];
  const written: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => {
    errors.push(chunk);
    written.push(chunk);
  });
  child.stdout?.on("data", (chunk: Buffer) => written.push(chunk));
  const errorOutput = () => Buffer.concat(errors).toString("utf8").trim();

  const removeTemporary = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const exited = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.removeListener("exit", killAtExit);
      removeTemporary();
      resolve(code);
    });
  });

  const addresses = await readiness(child, exited, errorOutput);
  const adminKey = readFileSync(path.join(dataDir, "admin-key"), "utf8").trim();
  const engine: RunningEngine = {
    ...addresses,
    adminKey,
    dataDir,
    pid: child.pid ?? 0,
    errorOutput,
    output: () => Buffer.concat(written).toString("utf8"),
    exited,
    push: (appDir) => pushApp({ socketUrl: addresses.socketUrl, adminKey }, appDir),
    signal: (signal) => void child.kill(signal),
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
  await changeEnvironment(engine, withoutLimits);
  if (options.appDir !== undefined && !isCopy) await pushOrKill(engine, options.appDir);
  return engine;
}

/** Data of another clock would not fit. */
function mayCopy({ appDir, startsAtMs }: EngineOptions, dataDir: string): boolean {
  return (
    appDir === rootDirectory && startsAtMs === undefined && (!existsSync(dataDir) || readdirSync(dataDir).length === 0)
  );
}

/** The data directory of an engine to which the product was pushed. A push takes ten times as long as a start. */
async function pushedOnce(): Promise<string> {
  const kept = await keptOnce("pushed", async (folder) => {
    const engine = await startEngine({ dataDir: path.join(folder, "data") });
    await pushOrKill(engine, rootDirectory);
    await engine.stop();
  });
  return path.join(kept, "data");
}

/** Tests make more requests in a minute than clients may. Those of the limits set their own. */
const withoutLimits = { SERVICE_LIMIT_WRITES: "0", SERVICE_LIMIT_STARTS: "0" };

async function pushOrKill(engine: RunningEngine, appDir: string): Promise<void> {
  try {
    await engine.push(appDir);
  } catch (error) {
    await engine.kill();
    throw new Error(`The app could not be pushed. The engine wrote: ${engine.errorOutput()}`, { cause: error });
  }
}

function spawnEngine(options: EngineOptions, dataDir: string): ChildProcess {
  return spawn(process.execPath, [path.join(rootDirectory, "scripts/run.mjs"), "engine/main.ts"], {
    cwd: rootDirectory,
    env: {
      ...processMemory.environment,
      ...process.env,
      SERVICE_HOST: options.host ?? "127.0.0.1",
      SERVICE_SOCKET_PORT: String(options.socketPort ?? 0),
      SERVICE_HTTP_PORT: String(options.httpPort ?? 0),
      SERVICE_DATA_DIR: dataDir,
      SERVICE_HEALTH_PATH: "/healthz",
      SERVICE_CONTEXTS: options.contexts ?? "shared",
      SERVICE_COMMITTING: options.committing ?? "in a thread",
      SERVICE_CONCURRENCY: options.concurrency ?? "serial",
      ...options.env,
      ...(options.startsAtMs === undefined ? {} : { NODE_OPTIONS: clockAhead(options.startsAtMs - Date.now()) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The option that sets a process's clock ahead. The engine reads no other clock. */
function clockAhead(byMs: number): string {
  return `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${byMs}`;
}

/** Returns the addresses in the line of JSON that the engine prints when it serves. */
async function readiness(
  child: ChildProcess,
  exited: Promise<number | null>,
  errorOutput: () => string,
): Promise<{ socketUrl: string; httpUrl: string }> {
  const line = new Promise<string>((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const end = text.indexOf("\n");
      if (end !== -1) resolve(text.slice(0, end));
    });
  });
  const ended = exited.then((code) => {
    throw new Error(`The engine ended with ${String(code)} before it was ready: ${errorOutput()}`);
  });
  const { socketUrl, httpUrl } = JSON.parse(await Promise.race([line, ended])) as {
    socketUrl: string;
    httpUrl: string;
  };
  return { socketUrl, httpUrl };
}
