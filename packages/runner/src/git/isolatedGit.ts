// git in a worktree, where agents have been. They may have changed every byte of it: settings, hooks, links. So this
// git has the isolation of agents, and has less than they have: no network, no home, no variable of the
// project. It can do nothing that an agent could not do itself, and what it says is only data.
import path from "node:path";
import { IsolationError } from "../agents/isolation/contract";
import type { Invocation, Isolation } from "../agents/isolation/contract";
import { isolate } from "../agents/isolation/isolation";
import { toolEnvironment, worktreeVariable } from "../agents/process/environment";
import { findOwnProgram } from "../agents/process/findProgram";
import { gitOfScripts, quietRules, succeeds } from "./git";
import { GitError, runGit } from "./runGit";
import type { Bounds } from "./runGit";

/** What stands between the runner and a git that works where an agent has been. */
export interface GitIsolation {
  isolation: Isolation;
  /** The image for `docker`, which must hold git. */
  dockerImage: string | null;
  /** No command takes longer. An agent may have left settings with which git never comes back. */
  patienceMs: number;
}

/** A worktree, with the mirror whose objects it reads. */
export interface Checkout {
  folder: string;
  mirror: string;
  gitIsolation: GitIsolation;
  /** Ends whatever git does there. */
  signal: AbortSignal;
}

interface InsideOptions extends Omit<Bounds, "secret" | "timeoutMs" | "signal"> {
  signal?: AbortSignal;
  env?: Record<string, string>;
  /** What the command may read besides the worktree and the objects of its repository. */
  readable?: readonly string[];
}

/** Nobody has a home there, so no settings of a user are found. */
const noHome = "/nonexistent";

/** The folder of a mirror that a worktree reads, and the only one. */
export function objectsFolder(mirror: string): string {
  return path.join(mirror, "objects");
}

/** Returns what git has written. Throws GitError, GitKilledError, IsolationError, or the reason of the signal. */
export async function isolatedGit(checkout: Checkout, args: readonly string[], options: InsideOptions = {}) {
  return (await isolatedGitBytes(checkout, args, options)).toString("utf8");
}

export async function isolatedGitBytes(checkout: Checkout, args: readonly string[], options: InsideOptions = {}) {
  const { gitIsolation } = checkout;
  const file = await fileOf("git", gitIsolation);
  const command = { name: args[0] ?? "", file, args: [...quietRules, ...args], own: [file] };
  return await run(checkout, command, options);
}

/** Whether git succeeds there: for commands that answer a question with their exit code. */
export async function isolatedGitSucceeds(checkout: Checkout, args: readonly string[]): Promise<boolean> {
  return await succeeds(isolatedGitBytes(checkout, args));
}

interface Script {
  /** What a failure is named by: the command of git that it is about, or `sh`. */
  name: string;
  text: string;
  /** In the script they are $1 and so on. */
  args?: readonly string[];
}

/**
 * Runs a script of the shell there, and returns what it has written. To isolate costs as much as a command of git, so
 * several that follow one another are one script.
 */
export async function isolatedShell(checkout: Checkout, script: Script, options: InsideOptions = {}): Promise<string> {
  const { name, text, args = [] } = script;
  const { gitIsolation } = checkout;
  const [sh, git] = [await fileOf("sh", gitIsolation), await fileOf("git", gitIsolation)];
  const command = { name, file: sh, args: ["-c", `${gitOfScripts}\n${text}`, git, ...args], own: [sh, git] };
  return (await run(checkout, command, options)).toString("utf8");
}

interface Command extends Pick<Invocation, "file" | "args" | "own"> {
  /** What a failure is named by. */
  name: string;
}

async function run(checkout: Checkout, { name, ...command }: Command, options: InsideOptions): Promise<Buffer> {
  const { folder, mirror, gitIsolation } = checkout;
  const { env = {}, readable = [], signal = checkout.signal, ...bounds } = options;
  const variables = { ...environment(folder), ...env };
  const seen = { writable: [], systemSettings: "forStarting" } as const;
  const invocation = { ...command, worktree: folder, env: variables, ...seen };
  const { isolation, dockerImage, patienceMs: timeoutMs } = gitIsolation;
  const settings = {
    readable: [objectsFolder(mirror), ...readable],
    writable: [],
    network: "none",
    dockerImage,
  } as const;
  const { cleanUp, ...enclosed } = await isolate(isolation, invocation, settings);
  try {
    return await runGit(
      name,
      { ...enclosed, cwd: folder },
      { ...bounds, timeoutMs, signal: AbortSignal.any([signal, checkout.signal]) },
    );
  } catch (error) {
    throw refusalOf(error, isolation) ?? error;
  } finally {
    await cleanUp();
  }
}

/** What the isolation itself could not do must not look like an answer of git. */
function refusalOf(error: unknown, isolation: Isolation): IsolationError | null {
  if (!(error instanceof GitError)) return null;
  const isMissing = error.code === 127 && /\bgit: (?:(?:command )?not found|No such file)/.test(error.output);
  if (isMissing || /executable file not found|^bwrap: execvp/m.test(error.output)) {
    const howTo = "The image of `dockerImage` must hold git and a shell; bubblewrap shows what is in /usr.";
    return new IsolationError(`isolation is ${isolation.kind}, but git was not found in it. ${howTo}`);
  }
  const said = /^(?:bwrap|docker): .*/m.exec(error.output)?.[0];
  return said === undefined
    ? null
    : new IsolationError(`isolation is ${isolation.kind}, but git could not begin: ${said}`);
}

/** A container has its own programs. */
async function fileOf(program: string, { isolation }: GitIsolation): Promise<string> {
  if (isolation.kind === "docker") return program;
  const found = await findOwnProgram(program);
  if (found === null) throw new IsolationError(`The program ${program} was not found.`);
  return found;
}

function environment(folder: string): Record<string, string> {
  const noSettings = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const quiet = { GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_REPLACE_OBJECTS: "1" };
  const here = { GIT_DIR: path.join(folder, ".git"), GIT_WORK_TREE: folder, [worktreeVariable]: folder };
  const { PATH = "/usr/bin:/bin" } = toolEnvironment();
  return { PATH, HOME: noHome, LC_ALL: "C", ...noSettings, ...quiet, ...here };
}
