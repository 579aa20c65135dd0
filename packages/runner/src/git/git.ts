// The runner's own git. It works in bare mirrors only, which nobody else writes, and runs nothing that they name. The
// git that works where an agent has been is in `inside.ts`.
import { GitError, runGit } from "./runGit";
import type { Bounds } from "./runGit";

export { GitError };

export interface GitOptions extends Bounds {
  /** The folder of a bare repository. */
  cwd: string;
  env?: Record<string, string>;
}

const minute = 60_000;
/** How long the runner's own git may take: to read or set names, to follow a history, and to fetch or push. */
export const maxMs = { names: 2 * minute, history: 30 * minute, transfer: 120 * minute };

/**
 * No hook and no monitor of files is ever run, wherever git works. Nor does each commit start another git that looks
 * for something to pack: housekeeping does that.
 */
export const quietRules = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "advice.detachedHead=false",
  "-c",
  "maintenance.auto=false",
];
const passed = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "XDG_CONFIG_HOME"];

/** Returns what git has written. Throws GitError, GitKilledError, or the signal's reason when it was aborted. */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  return (await gitBytes(args, options)).toString("utf8");
}

export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { cwd, env, ...bounds } = options;
  const program = { file: "git", args: [...quietRules, ...args], cwd, env: { ...ownEnvironment(), ...env } };
  return await runGit(args[0] ?? "", program, bounds);
}

/** In a script `git` is the program that `$0` names, with the rules. The name alone would be this function again. */
export const gitOfScripts = `git() { command "$0" ${quietRules.join(" ")} "$@"; }`;

/** Runs a script of the shell there. To start one command costs the runner more than the command, so two are one. */
export async function gitScript(
  { name, text, args }: { name: string; text: string; args: readonly string[] },
  { cwd, env, ...bounds }: GitOptions,
): Promise<string> {
  const script = ["-c", `${gitOfScripts}\n${text}`, "git", ...args];
  const program = { file: "sh", args: script, cwd, env: { ...ownEnvironment(), ...env } };
  return (await runGit(name, program, bounds)).toString("utf8");
}

/** Whether git succeeds: for commands that answer a question with their exit code. */
export async function gitSucceeds(args: readonly string[], options: GitOptions): Promise<boolean> {
  return await succeeds(gitBytes(args, options));
}

/** Whether a command that answers with its exit code says yes. */
export async function succeeds(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof GitError && error.code === 1) return false;
    throw error;
  }
}

/**
 * The runner's secrets are not among these variables. The repository is the folder itself, so that a folder which is
 * none never makes git look further up.
 */
function ownEnvironment(): Record<string, string> {
  const kept = Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const quiet = { GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_REPLACE_OBJECTS: "1" };
  return { ...kept, LC_ALL: "C", GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh", ...quiet, GIT_DIR: "." };
}
