// `npm start` and the commands that belong to it, as their user sees them: real processes on a data directory.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rootDirectory } from "../../scripts/settings";

/** The last line in which a start says that it is ready, as a text and as JSON. */
const lastOfGreeting = /^(?: {2}Try .*|\{.*"message":"Switchyard is ready.*)\n/m;
const running = new Set<ChildProcess>();

export interface Start {
  child: ChildProcess;
  stdout: string;
  stderr: string;
  code: number | null;
}

/** Starts the service and waits until it is ready or has ended. */
export function start(dataDirectory: string, environment: NodeJS.ProcessEnv = {}): Promise<Start> {
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "scripts/start.ts"], {
    cwd: rootDirectory,
    env: {
      ...process.env,
      SERVICE_DATA_DIR: dataDirectory,
      SERVICE_HTTP_PORT: "0",
      SERVICE_SOCKET_PORT: "0",
      // Only tests of the dashboard pay for building it.
      SERVICE_DASHBOARD: "off",
      ...environment,
    },
  });
  running.add(child);
  const result: Start = { child, stdout: "", stderr: "", code: null };
  return new Promise((resolve) => {
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (chunk: Buffer) => {
        result[name] += chunk.toString("utf8");
        // What the service has written to the other stream before is read in the same turn of the loop.
        if (lastOfGreeting.test(result[name])) setImmediate(resolve, result);
      });
    child.on("close", (code) => {
      running.delete(child);
      result.code = code;
      resolve(result);
    });
  });
}

export async function stop({ child }: Start): Promise<unknown> {
  child.kill("SIGTERM");
  const [code]: unknown[] = await once(child, "close");
  return code;
}

/** Kills the processes that a test has left running. */
export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

export function shown(started: Start, pattern: RegExp): string {
  const [match = ""] = pattern.exec(started.stdout) ?? [];
  return match;
}
