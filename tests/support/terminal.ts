// A terminal of a person who types in commands: some run to their end, others until Ctrl-C.
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect } from "vitest";

const call = promisify(execFile);

export interface Running {
  readonly child: ChildProcess;
  /** What it has printed until now, errors included. */
  output: string;
}

interface Printed {
  stdout: string;
  stderr: string;
}

export class Terminal {
  readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly running = new Set<Running>();

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.environment = environment;
  }

  /** Runs a command to its end, and returns what it has printed to standard output. */
  async run(command: string, folder = this.folder): Promise<string> {
    const options = { cwd: folder, env: this.environment, maxBuffer: 256 * 1024 * 1024 };
    const { stdout } = await call("bash", ["-c", command], options).catch(({ stdout, stderr }: Printed) => {
      throw new Error(`${command} failed. It printed:\n${stdout}\n${stderr}`);
    });
    return stdout;
  }

  /** Starts a command that runs until Ctrl-C. */
  begin(command: string): Running {
    const child = spawn("bash", ["-c", command], { cwd: this.folder, env: this.environment, detached: true });
    const begun: Running = { child, output: "" };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (begun.output += String(chunk)));
    this.running.add(begun);
    return begun;
  }

  async pressCtrlC(begun: Running): Promise<void> {
    this.running.delete(begun);
    const { child } = begun;
    if (child.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGINT");
    await ended;
  }

  async close(): Promise<void> {
    for (const begun of this.running) await this.pressCtrlC(begun);
  }
}

/** Waits until the command has printed what the pattern finds, and returns that. */
export async function printed(begun: Running, pattern: RegExp): Promise<string> {
  await expect.poll(() => begun.output, { timeout: 300_000, interval: 200 }).toMatch(pattern);
  return pattern.exec(begun.output)?.[0] ?? "";
}
