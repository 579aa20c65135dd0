// `npm run demo` as a person starts it: a real process, which ends with the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { rootDirectory } from "../../scripts/settings";
import { client } from "./fixtures";
import type { Client } from "./fixtures";

export interface Demonstration {
  /** When it printed its addresses. */
  readyAtMs: number;
  output: () => string;
  /** The address of the dashboard that signs in. */
  dashboard: string;
  api: Client;
  end: () => Promise<void>;
}

/** Resolves when it has printed its addresses. */
export async function startDemonstration(folder: string, environment: NodeJS.ProcessEnv): Promise<Demonstration> {
  let output = "";
  const child = spawn("npm", ["run", "demo", "--", "--folder", folder], {
    cwd: rootDirectory,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  while (!/Key +svc_/.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await pause(100);
  }
  const printed = (pattern: RegExp) => pattern.exec(output)?.[1] ?? "";
  const url = printed(/REST API +(\S+)\/api\/v1/);
  return {
    readyAtMs: performance.now(),
    output: () => output,
    dashboard: printed(/Dashboard +(\S+)/),
    api: client({ fetch: (route, request) => fetch(new URL(route, url), request) }, printed(/Key +(\S+)/)),
    async end() {
      if (child.pid === undefined || child.exitCode !== null) return;
      const ended = once(child, "exit");
      process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}
