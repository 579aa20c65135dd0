// The command `switchyard` as people have it on their PATH, with a home of its own and a service to talk to.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { rootDirectory } from "../../scripts/settings";

export interface Told {
  code: number | null;
  stdout: string;
  stderr: string;
}

export class Installation {
  readonly folder = mkdtempSync(path.join(tmpdir(), "switchyard-cli-"));
  readonly environment: NodeJS.ProcessEnv;

  constructor(variables: NodeJS.ProcessEnv) {
    const bin = path.join(this.folder, "bin");
    mkdirSync(bin);
    symlinkSync(path.join(rootDirectory, "packages/cli/bin/switchyard.mjs"), path.join(bin, "switchyard"));
    const { PATH } = process.env;
    this.environment = { PATH: `${bin}:${path.dirname(process.execPath)}:${PATH}`, HOME: this.folder, ...variables };
  }

  /** Runs a line of bash without a terminal. */
  async run(line: string, variables: NodeJS.ProcessEnv = {}, input = ""): Promise<Told> {
    const child = this.begin("bash", ["-c", line], variables);
    child.stdin?.on("error", () => {}).end(input);
    return await told(child);
  }

  /** Runs a line in a pseudo-terminal of util-linux, and types what `typed` has when its pattern was printed. */
  async runInTerminal(
    line: string,
    typed: readonly (readonly [after: RegExp, keys: string])[],
    columns = 80,
  ): Promise<Told> {
    const inside = `stty cols ${columns} rows 24; ${line}`;
    const child = this.begin("script", ["-qefc", `bash -c ${quoted(inside)}`, "/dev/null"], { TERM: "xterm" });
    let seen = "";
    child.stdout?.on("data", (chunk: Buffer) => (seen += chunk.toString("utf8")));
    const ended = told(child);
    for (const [after, keys] of typed) {
      await vi.waitUntil(() => after.test(seen), { interval: 20, timeout: 60_000 });
      seen = "";
      child.stdin?.write(keys);
    }
    const result = await ended;
    child.stdin?.destroy();
    return result;
  }

  begin(program: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(program, args, { cwd: this.folder, env: { ...this.environment, ...variables } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Resolves with what a process has printed when it has ended. */
export function told(child: ChildProcess): Promise<Told> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk.toString("utf8")));
  return new Promise((resolve) => child.once("exit", (code) => setImmediate(() => resolve({ code, ...output }))));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
