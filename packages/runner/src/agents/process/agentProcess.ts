// An agent's program and everything that it starts, as one process group. The group ends as a whole, at the latest with
// the runner.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { openInheritedFile } from "./inheritedFile";
import { withNothingInherited } from "./nothingInherited";
import { killProcess, findProcesses } from "./processes";
import { PlainText } from "./plainText";

// The first child of the shell waits until a pipe closes that the runner holds. However the runner ends, the pipe
// closes and that child kills the group. It also keeps the number of the group taken until the group is killed.
const onLeash = `(trap '' TERM INT HUP; read -r end <&3; kill -s KILL 0) </dev/null >/dev/null 2>&1 4<&- 5<&- & exec 3<&-;`;
const separately = `exec "$@"`;
const joined = `exec "$@" 2>&1`;
const maxErrorText = 4000;

/** Milliseconds that a program has after its input was closed, after SIGTERM, and that its group takes to die. */
export interface Grace {
  closeMs: number;
  termMs: number;
  killMs: number;
}

export interface Program {
  file: string;
  args: readonly string[];
  folder: string;
  /** What its processes carry in their environment, also those that leave the group. */
  mark: string;
  /** The environment of the shell that holds the group and of what isolates, with nothing of a project but the mark. */
  env: Record<string, string>;
  /** What can be read from file descriptor 4. */
  handedOver: string;
  /** What can be read from file descriptor 5: the filter of system calls. */
  systemCallFilter?: Buffer;
  /** Whether the standard error is part of the output. */
  joinsErrors: boolean;
  /** Removes what the processes leave behind, such as a container. */
  cleanUp: () => Promise<void>;
}

/** How the program ended by itself. `error` says why it could not be started. */
export type Exit =
  | { kind: "exit"; code: number }
  | { kind: "signal"; signal: string }
  | { kind: "error"; error: string };

export class AgentProcess {
  readonly input: Writable;
  readonly output: Readable;
  readonly exited: Promise<Exit>;
  private readonly group: number | null;
  private errors = "";
  private ending: Promise<void> | null = null;

  constructor(
    private readonly program: Program,
    private readonly grace: Grace,
  ) {
    const child = spawnOnLeash(program);
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error("A process has no pipes.");
    this.group = child.pid ?? null;
    this.input = stdin;
    this.output = stdout;
    // The agent may end while something is written to it. Its exit says so.
    for (const stream of [stdin, child.stdio[3]]) stream?.on("error", () => {});
    this.keepErrors(stderr);
    this.exited = exitOf(child);
    this.output.on("error", () => {});
    // What the program leaves behind has no task any more.
    void this.exited.then(() => this.end());
  }

  /** Ends the group and lets go of what it wrote and nobody has read. */
  async close(): Promise<void> {
    await this.end();
    this.output.destroy();
  }

  /** The last of what the program wrote to its standard error. */
  get errorText(): string {
    return this.errors.trim();
  }

  /** Ends the whole group: its input is closed, then SIGTERM, then SIGKILL. It may be called again and at any time. */
  end(): Promise<void> {
    this.ending ??= this.endGroup();
    return this.ending;
  }

  private async endGroup(): Promise<void> {
    if (this.group !== null) {
      this.input.end();
      if (!(await this.exitsWithin(this.grace.closeMs))) {
        this.signal("SIGTERM");
        await this.exitsWithin(this.grace.termMs);
      }
      this.signal("SIGKILL");
    }
    await this.program.cleanUp();
    await this.killRest();
  }

  private async exitsWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const late = pause(ms, false, { signal: waiting.signal }).catch(() => false);
    const exited = this.exited.then(() => true);
    const isOver = await Promise.race([exited, late]);
    waiting.abort();
    return isOver;
  }

  /** A process that left the group or was just being started is killed here. */
  private async killRest(): Promise<void> {
    const until = Date.now() + this.grace.killMs;
    for (;;) {
      const rest = await findProcesses(this.group, this.program.mark);
      if (rest.length === 0 || Date.now() > until) return;
      rest.forEach(killProcess);
      await pause(10);
    }
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.group === null) return;
    try {
      process.kill(-this.group, signal);
    } catch {
      // The group has no process left.
    }
  }

  private keepErrors(stream: Readable): void {
    const plain = new PlainText();
    stream.setEncoding("utf8").on("data", (piece: string) => {
      this.errors = (this.errors + plain.push(piece)).slice(-maxErrorText);
    });
    stream.on("error", () => {});
  }
}

/** Writes all of the text and closes the input. A program may end without reading it. */
export async function writeAll(input: Writable, text: string): Promise<void> {
  input.end(text);
  await once(input, "finish").catch(() => {});
}

/** Says in one line how a program ended. */
export function exitText(exit: Exit): string {
  switch (exit.kind) {
    case "exit":
      return `ended with exit code ${exit.code}`;
    case "signal":
      return `was killed by ${exit.signal}`;
    case "error":
      return `could not be started: ${exit.error}`;
  }
}

function spawnOnLeash({ file, args, folder, env, joinsErrors, handedOver, systemCallFilter }: Program): ChildProcess {
  const inherited = [handedOver, ...(systemCallFilter ? [systemCallFilter] : [])].map(openInheritedFile);
  try {
    return spawn("/bin/sh", ["-c", `${onLeash} ${joinsErrors ? joined : separately}`, "sh", file, ...args], {
      cwd: folder,
      env,
      detached: true,
      stdio: withNothingInherited(["pipe", "pipe", "pipe", "pipe", ...inherited]),
    });
  } finally {
    inherited.forEach((file) => closeSync(file));
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "error", error: error.message }));
    child.once("exit", (code, signal) => {
      resolve(code === null ? { kind: "signal", signal: signal ?? "a signal" } : { kind: "exit", code });
    });
  });
}
