// Runs git. An agent may have changed the repository's configuration, so hooks and file system monitors are off for the
// runner's own commands.
import { spawn } from "node:child_process";
import type { Credential } from "./credential";
import { redacted } from "./redacted";

export interface GitOptions {
  cwd: string;
  signal?: AbortSignal | undefined;
  credential?: Credential | null | undefined;
  env?: Record<string, string>;
  input?: string;
  /** What git writes beyond this many bytes is dropped. */
  maxBytes?: number;
}

export class GitFailed extends Error {
  constructor(
    readonly command: string,
    readonly code: number | null,
    readonly output: string,
  ) {
    super(`git ${command} failed: ${redacted(output.trim().slice(-2000)) || `it ended with ${code}`}`);
  }
}

const standardMaxBytes = 64 * 1024 * 1024;
const ownRules = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "advice.detachedHead=false"];
const passed = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "XDG_CONFIG_HOME"];

/** Returns what git has written. Throws GitFailed, or the signal's reason when it was aborted. */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  return (await gitBytes(args, options)).toString("utf8");
}

export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { cwd, signal, credential = null, input, maxBytes = standardMaxBytes } = options;
  signal?.throwIfAborted();
  const child = spawn("git", [...ownRules, ...(credential?.rules ?? []), ...args], {
    cwd,
    env: { ...ownEnvironment(), ...options.env },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
  // git starts processes of its own, for instance for a network protocol, and they must end with it.
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  signal?.addEventListener("abort", kill);
  const written: Buffer[] = [];
  let size = 0;
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    if (size < maxBytes) written.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
  });
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString("utf8")).slice(-20_000)));
  give(child.stdio[0], input ?? "");
  give(child.stdio[3], credential?.answer ?? "");
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0) throw new GitFailed(args[0] ?? "", code, [errors, credential?.refused ?? ""].join("\n"));
    return Buffer.concat(written);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/** Whether git succeeds: for commands that answer a question with their exit code. */
export async function gitSays(args: readonly string[], options: GitOptions): Promise<boolean> {
  try {
    await gitBytes(args, options);
    return true;
  } catch (error) {
    if (error instanceof GitFailed && error.code === 1) return false;
    throw error;
  }
}

function give(stream: unknown, text: string): void {
  if (stream === null || stream === undefined) return;
  const writable = stream as NodeJS.WritableStream;
  // git may end without reading.
  writable.on("error", () => {});
  writable.end(text);
}

/** The runner's secrets are not among these variables. */
function ownEnvironment(): Record<string, string> {
  const kept = Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return {
    ...kept,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
    GIT_OPTIONAL_LOCKS: "0",
  };
}
