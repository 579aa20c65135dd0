// Runs git to its end, with bounds: how long it may take, how much it may say, and that nothing of it stays.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { pipeline } from "node:stream";
import type { Readable, Writable } from "node:stream";
import { openInheritedFile } from "../agents/process/inheritedFile";
import { withNothingInherited } from "../agents/process/nothingInherited";
import { GitKilledError, wasKilledFromOutside } from "./gitKilled";
import { truncateStart } from "../text/truncate";
import { redactCredentials } from "./redact";

export interface GitProgram {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** What can be read from file descriptor 4. */
  handedOver?: string;
  /** What can be read from file descriptor 5: the filter of system calls. */
  systemCallFilter?: Buffer;
}

export interface Bounds {
  /** Ends git before its time. Null for what must be kept although the job has ended. */
  signal: AbortSignal | null;
  /** git may meet a history that an agent has made slow, or a host that never ends. */
  timeoutMs: number;
  input?: string | Readable;
  /** What a helper of git reads as descriptor 3. */
  secret?: string;
  /** Where the output goes. Without it, it is returned. */
  output?: Writable;
  /** What git writes beyond this many bytes is dropped. */
  maxBytes?: number;
}

export class GitError extends Error {
  constructor(
    readonly command: string,
    readonly code: number | null,
    readonly output: string,
  ) {
    super(`git ${command} failed: ${truncateStart(redactCredentials(output.trim()), 2000) || `it ended with ${code}`}`);
  }
}

const standardMaxBytes = 64 * 1024 * 1024;
/** git removes its locks when it is asked to end. One that does not listen is killed after this time. */
const graceMs = 5000;

/**
 * Returns what git has written. Throws GitError or GitKilledError, named by `command`, or the reason of the aborted
 * signal.
 */
export async function runGit(command: string, program: GitProgram, bounds: Bounds): Promise<Buffer> {
  const { signal, input = "", secret = "", output, maxBytes = standardMaxBytes, timeoutMs } = bounds;
  signal?.throwIfAborted();
  const child = start(program, { input: input !== "", secret: secret !== "" });
  const ending = politely(child);
  signal?.addEventListener("abort", ending.begin);
  let isLate = false;
  const onLate = () => {
    isLate = true;
    ending.begin();
  };
  const late = setTimeout(onLate, timeoutMs);
  const written = output === undefined ? collect(child.stdout, maxBytes) : null;
  if (output !== undefined && child.stdout !== null) pipeline(child.stdout, output, () => {});
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString("utf8")).slice(-20_000)));
  give(child.stdio[0], input);
  give(child.stdio[3], secret);
  try {
    const { code, by } = await endOf(child);
    signal?.throwIfAborted();
    if (code === 0) return Buffer.concat(written ?? []);
    if (isLate) throw new GitError(command, code, `${errors}\nIt took longer than ${timeoutMs / 1000} seconds.`);
    if (wasKilledFromOutside(code, by)) throw new GitKilledError(command, code, by);
    throw new GitError(command, code, errors.trim() || (by === null ? "" : `it was killed by ${by}`));
  } finally {
    clearTimeout(late);
    ending.isOver();
    signal?.removeEventListener("abort", ending.begin);
  }
}

/** A pipe costs a tenth of what it takes to start a program, so there is none for what is empty. */
function start(program: GitProgram, given: { input: boolean; secret: boolean }) {
  const { file, args, cwd, env, handedOver = "", systemCallFilter } = program;
  const pipeFor = (isGiven: boolean) => (isGiven ? "pipe" : "ignore");
  const readable = handedOver === "" ? "ignore" : openInheritedFile(handedOver);
  const filter = systemCallFilter === undefined ? "ignore" : openInheritedFile(systemCallFilter);
  try {
    const stdio = [pipeFor(given.input), "pipe", "pipe", pipeFor(given.secret), readable, filter] as const;
    return spawn(file, args, { cwd, env, stdio: withNothingInherited(stdio), detached: true });
  } finally {
    for (const file of [readable, filter]) if (typeof file === "number") closeSync(file);
  }
}

function endOf(child: ChildProcess): Promise<{ code: number | null; by: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, by) => resolve({ code, by }));
  });
}

function collect(stream: Readable | null, maxBytes: number): Buffer[] {
  const written: Buffer[] = [];
  let size = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (size < maxBytes) written.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
  });
  return written;
}

/** git starts processes of its own, for instance for a network protocol, and they must end with it. */
function politely(child: ChildProcess): { begin: () => void; isOver: () => void } {
  const { pid: group } = child;
  let timer: NodeJS.Timeout | undefined;
  const send = (signal: NodeJS.Signals) => {
    try {
      if (group !== undefined) process.kill(-group, signal);
    } catch {
      // It has ended already.
    }
  };
  const begin = () => {
    send("SIGTERM");
    timer ??= setTimeout(() => {
      send("SIGKILL");
      // What has left the group, as it can without isolation, may hold these for ever.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    }, graceMs);
  };
  return { begin, isOver: () => clearTimeout(timer) };
}

function give(stream: unknown, input: string | Readable): void {
  if (stream === null || stream === undefined) return;
  const writable = stream as NodeJS.WritableStream;
  // git may end without reading.
  writable.on("error", () => {});
  if (typeof input === "string") writable.end(input);
  else pipeline(input, writable, () => {});
}
