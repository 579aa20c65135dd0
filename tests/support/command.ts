// Runs the commands of `npm run`, each as a separate process.
import { spawn } from "node:child_process";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command with `env`, and without those variables of this process that commands read. `root` is the folder of
 * its sources.
 */
export function runCommand(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  root = rootDirectory,
): Promise<Outcome> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), script, ...args], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString("utf8")));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...output })));
}
