// The two processes of the demonstration: the service, as `npm start` runs it, and a runner with the scripted agent.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { Failure } from "../adminFunctions";
import { findServing } from "../serving";
import { rootDirectory } from "../settings";

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

/** Starts the service and resolves when it answers. Throws a Failure when it ends instead. */
export async function startDemoService(dataDirectory: string): Promise<DemoService> {
  // The commands of this process that speak with the service find it by the same variable, unless the other two name
  // another deployment. These are empty and not deleted, so that a file `.env` does not set them again.
  process.env["SERVICE_DATA_DIR"] = dataDirectory;
  process.env["CONVEX_SELF_HOSTED_URL"] = "";
  process.env["CONVEX_SELF_HOSTED_ADMIN_KEY"] = "";
  const logFile = path.join(path.dirname(dataDirectory), "service.log");
  const child = start(["scripts/supervise.mjs", "scripts/bootstrap.mjs", "scripts/start.ts"], logFile);
  const running = runningOf(child);
  await ready(child, logFile);
  const serving = findServing(dataDirectory);
  if (serving === null) throw new Failure(`The service has ended; ${logFile} has the reason.`);
  const { JOB_CALLBACK_SECRET: callbackSecret = "" } = parseEnv(secretsIn(dataDirectory));
  return { ...running, dataDirectory, callbackSecret, httpUrl: serving.httpUrl, socketUrl: serving.socketUrl };
}

function secretsIn(dataDirectory: string): string {
  return readFileSync(path.join(dataDirectory, "secrets.env"), "utf8");
}

/** The output of the service up to its greeting is shown only when it ends instead of serving. */
async function ready(child: ChildProcess, logFile: string): Promise<void> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (!output.includes("is ready after")) continue;
    child.stdout?.resume();
    return;
  }
  console.error(output);
  throw new Failure(`The service has ended instead of serving; ${logFile} has the reason.`);
}

const jobsAtOnce = 6;
/** Between two things that the agent does. A person can follow this. */
const paceMs = 400;

export function startDemoRunner(service: DemoService, folder: string, repository: string): Running {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "runner.json");
  const configuration = {
    url: service.httpUrl,
    tokenFile: path.join(service.dataDirectory, "secrets.env"),
    folder: path.join(folder, "work"),
    localRepositories: [repository],
    jobs: jobsAtOnce,
    agents: { demo: { kind: "demo", paceMs } },
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
function start(args: string[], logFile?: string): ChildProcess {
  const errors = logFile === undefined ? "inherit" : openSync(logFile, "a", 0o600);
  return spawn(process.execPath, args, {
    cwd: rootDirectory,
    env: withoutRunner(process.env),
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
