// The processes of the demonstration: the one that plays its past, the service, as `npm start` runs it, and a runner
// with the scripted agent.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { Failure } from "../adminFunctions";
import { findServing } from "../serving";
import { rootDirectory } from "../settings";
import { choosePorts } from "./ports";

interface Running {
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<unknown>;
}

const stops: (() => Promise<void>)[] = [];

/** Ends the processes that were started, and resolves when they have ended. */
export async function stopAll(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}

export interface DemoService extends Running {
  dataDirectory: string;
  httpUrl: string;
  socketUrl: string;
  callbackSecret: string;
}

/**
 * The commands of this process that speak with the service find it by the same variable, unless the other two name
 * another deployment. These are empty and not deleted, so that a file `.env` does not set them again.
 */
function useData(dataDirectory: string): void {
  process.env["SERVICE_DATA_DIR"] = dataDirectory;
  process.env["CONVEX_SELF_HOSTED_URL"] = "";
  process.env["CONVEX_SELF_HOSTED_ADMIN_KEY"] = "";
}

/** Fills the folder with the shop and its last ten days. Throws a Failure with the reason when that ends early. */
export async function playPast(folder: string): Promise<void> {
  useData(path.join(folder, "data"));
  const log = logOf(folder);
  const args = ["scripts/bootstrap.mjs", "scripts/demo/past.ts", folder];
  const child = start(args, log.file, { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0", SERVICE_DASHBOARD: "off" });
  child.stdout?.resume();
  await runningOf(child).ended;
  if (!existsSync(path.join(folder, "key"))) throw new Failure(log.reason("The shop could not be made."));
}

/** Starts the service and resolves when it answers. Throws a Failure with the reason when it ends instead. */
export async function startDemoService(folder: string): Promise<DemoService> {
  const dataDirectory = path.join(folder, "data");
  useData(dataDirectory);
  const { ports, note } = await choosePorts();
  const log = logOf(folder);
  const child = start(["scripts/supervise.mjs", "scripts/bootstrap.mjs", "scripts/start.ts"], log.file, ports);
  const running = runningOf(child);
  if (!(await isReady(child))) throw new Failure(log.reason("The service has ended instead of serving."));
  const serving = findServing(dataDirectory);
  if (serving === null) throw new Failure(log.reason("The service has ended."));
  const { httpUrl, socketUrl } = serving;
  if (note !== null) console.log(`${note} ${new URL(socketUrl).port} and ${new URL(httpUrl).port}.`);
  return { ...running, dataDirectory, callbackSecret: callbackSecretIn(dataDirectory), httpUrl, socketUrl };
}

export function callbackSecretIn(dataDirectory: string): string {
  const secrets = parseEnv(readFileSync(path.join(dataDirectory, "secrets.env"), "utf8"));
  return secrets["JOB_CALLBACK_SECRET"] ?? "";
}

const shownOfLog = 2000;

/** What a process writes to its standard error, and how that explains its end. */
function logOf(folder: string) {
  const file = path.join(folder, "service.log");
  const begin = existsSync(file) ? statSync(file).size : 0;
  const reason = (what: string) => {
    const written = readFileSync(file).subarray(begin).toString("utf8").trim();
    return written === "" ? `${what} ${file} has nothing about it.` : `${what}\n${written.slice(-shownOfLog)}`;
  };
  return { file, reason };
}

/** Reads the output up to the greeting. Returns false when there is none. */
async function isReady(child: ChildProcess): Promise<boolean> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (!output.includes("is ready after")) continue;
    child.stdout?.resume();
    return true;
  }
  await once(child, "exit").catch(() => null);
  return false;
}

/** Six of them come to wait for people, and the others still have places. */
const jobsAtOnce = 10;
/** Between two things that the agent does. A person can follow this. */
const paceMs = 400;

export function startDemoRunner(service: DemoService, folder: string, repository: string): Running {
  const place = path.join(folder, "runner");
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const file = path.join(place, "runner.json");
  const configuration = {
    url: service.httpUrl,
    tokenFile: path.join(service.dataDirectory, "secrets.env"),
    folder: path.join(place, "work"),
    localRepositories: [repository],
    jobs: jobsAtOnce,
    agents: { demo: { kind: "demo", paceMs, scenes: path.join(folder, "scenes.json") } },
    agent: "demo",
    questionMinutes: 600,
    // The service ends with the runner, so that no job could be finished.
    drainSeconds: 0,
  };
  writeFileSync(file, `${JSON.stringify(configuration, null, 2)}\n`);
  const child = start(["scripts/bootstrap.mjs", "packages/runner/src/main.ts", "--config", file]);
  child.stdout?.pipe(process.stdout);
  return runningOf(child);
}

/** What the process writes to its standard error goes to the log file, or to this terminal without one. */
function start(args: string[], logFile?: string, env: Record<string, string> = {}): ChildProcess {
  const errors = logFile === undefined ? "inherit" : openSync(logFile, "a", 0o600);
  return spawn(process.execPath, args, {
    cwd: rootDirectory,
    env: { ...withoutRunner(process.env), ...env },
    stdio: ["ignore", "pipe", errors],
  });
}

/** Leaves out the variables of a runner, which come before its configuration: they may name another service. */
function withoutRunner(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("SWITCHYARD_")));
}

function runningOf(child: ChildProcess): Running {
  const ended = once(child, "exit");
  const end = () => child.kill("SIGTERM");
  // One key press arrives several times, and a signal that nobody listens to would end this process before the others.
  process.on("SIGINT", end).on("SIGTERM", end).once("exit", end);
  stops.push(async () => {
    if (child.exitCode === null && child.signalCode === null) end();
    await ended;
  });
  return { ended };
}
