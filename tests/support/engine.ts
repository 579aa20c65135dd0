// The engine as a child process on free ports, with an app on it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { pushApp } from "./pushApp";

interface EngineOptions {
  /** The folder that holds `convex/`. Left out: nothing is pushed. */
  appDir?: string;
  contexts?: "pool" | "fresh";
  /** Left out: mutations run one after another, as the engine serves. */
  concurrency?: "serial" | "optimistic";
  /** Left out: a temporary one, removed when the engine has gone. */
  dataDir?: string;
  /** Left out: 127.0.0.1. */
  host?: string;
  /** Left out: free ports. */
  socketPort?: number;
  httpPort?: number;
  /** Added to the environment of its process. */
  env?: NodeJS.ProcessEnv;
  /** What time the engine's clock begins at (epoch ms); it goes on as the real one. Left out: the present. */
  startsAtMs?: number;
}

export interface RunningEngine {
  socketUrl: string;
  httpUrl: string;
  adminKey: string;
  dataDir: string;
  pid: number;
  /** As the engine's process has written to standard error so far. */
  errorOutput(): string;
  /** The same and what it has written to standard output. */
  output(): string;
  push(appDir: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, sent before this returns. */
  kill(): Promise<void>;
  /** Resolves with the exit code once the process has gone. */
  exited: Promise<number | null>;
}

/** Rejects with what the engine wrote to standard error when it ends instead of becoming ready. */
export async function startEngine(options: EngineOptions = {}): Promise<RunningEngine> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "switchyard-engine-"));
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
  if (options.appDir !== undefined) await pushOrKill(engine, options.appDir);
  return engine;
}

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
      ...process.env,
      SERVICE_HOST: options.host ?? "127.0.0.1",
      SERVICE_SOCKET_PORT: String(options.socketPort ?? 0),
      SERVICE_HTTP_PORT: String(options.httpPort ?? 0),
      SERVICE_DATA_DIR: dataDir,
      SERVICE_CONTEXTS: options.contexts ?? "pool",
      SERVICE_CONCURRENCY: options.concurrency ?? "serial",
      ...options.env,
      ...(options.startsAtMs === undefined ? {} : { NODE_OPTIONS: clockAhead(options.startsAtMs - Date.now()) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The option by which a process has its clock ahead of the real one; the engine reads no clock but this. */
function clockAhead(byMs: number): string {
  return `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${byMs}`;
}

/** The addresses in the line of JSON that the engine prints when it serves. */
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
