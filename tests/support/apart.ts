// Processes that share files and see no process of one another, as containers do that share a volume.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { findOwnProgram } from "../../packages/runner/src/agents/process/findProgram";
import { rootDirectory } from "../../scripts/settings";

/** Continuous integration must not pass without it. */
export const canBeApart = (await findOwnProgram("bwrap")) !== null || process.env["ISOLATION_REQUIRED"] !== undefined;

const apart = ["--dev-bind", "/", "/", "--unshare-pid", "--as-pid-1", "--proc", "/proc", "--die-with-parent", "--"];

/** Starts a program of this repository. What it starts does not outlive the test's process. */
export class Started {
  private readonly child: ChildProcess;
  private said = "";
  private wrong = "";

  /** Process 1 in a namespace of its own, which ends with it. */
  static apart(program: string, ...args: readonly string[]): Started {
    return new Started("bwrap", [...apart, process.execPath, "scripts/run.mjs", program, ...args]);
  }

  static beside(program: string, ...args: readonly string[]): Started {
    return new Started(process.execPath, ["scripts/run.mjs", program, ...args]);
  }

  private constructor(file: string, args: readonly string[]) {
    this.child = spawn(file, args, { cwd: rootDirectory, stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout?.setEncoding("utf8").on("data", (piece: string) => (this.said += piece));
    this.child.stderr?.setEncoding("utf8").on("data", (piece: string) => (this.wrong += piece));
  }

  /** Resolves with the first line of its output, or, when it has ended without one, with what it complains about. */
  async outcome(): Promise<string> {
    while (!this.said.includes("\n")) {
      if (this.hasEnded) return `${this.wrong}(exit code ${this.child.exitCode})`;
      await Promise.race([once(this.child.stdout!, "data"), once(this.child, "close")]);
    }
    return this.said.split("\n")[0] ?? "";
  }

  /** Resolves with its whole output as soon as that has the text, or when it has ended. */
  async saying(wanted: string): Promise<string> {
    while (!this.said.includes(wanted) && !this.hasEnded) {
      await Promise.race([once(this.child.stdout!, "data"), once(this.child, "close")]);
    }
    return this.said;
  }

  async kill(): Promise<void> {
    if (this.hasEnded) return;
    this.child.kill("SIGKILL");
    await once(this.child, "exit");
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
