// A pull request at any other code host, by a command that the operator of the runner has chosen.
import { spawn } from "node:child_process";
import { agentEnvironment } from "../agents/process/environment";
import { redactCredentials } from "../git/redact";
import type { Proposal } from "./codeHost";
import { truncate, truncateStart } from "../text/truncate";

/** The command has failed, or has printed something else than an address. */
export class PullRequestCommandError extends Error {}

interface Command {
  command: readonly string[];
  /** Names of variables of the runner that the command gets, for instance the one with its login. */
  passEnv: readonly string[];
  /** Where it runs: never in a worktree, whose files an agent has written. */
  folder: string;
  repository: string;
  signal: AbortSignal;
}

const patienceMs = 120_000;
const maxOutput = 10_000;

/** The proposal is in variables, so a branch or a title is never taken for an option or a part of a script. */
export async function proposeByCommand(
  { command, passEnv, folder, repository, signal }: Command,
  { title, text, from, into }: Proposal,
): Promise<{ url: string; number: number | null }> {
  const env = agentEnvironment(process.env, passEnv, {
    SWITCHYARD_REPOSITORY: redactCredentials(repository),
    SWITCHYARD_BRANCH: from,
    SWITCHYARD_BASE: into,
    SWITCHYARD_TITLE: variable(title),
    SWITCHYARD_BODY: variable(text),
  });
  return readAddress(await outputOf(command, { folder, env, signal }));
}

/** The system refuses longer variables, and those with a zero in them. */
function variable(text: string): string {
  return truncate(text.replaceAll("\0", ""), 30_000);
}

async function outputOf(
  [program = "", ...args]: readonly string[],
  { folder, env, signal }: { folder: string; env: Record<string, string>; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  // The command may have started others, and they must end with it.
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  ending.addEventListener("abort", kill);
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output = truncate(output + chunk.toString("utf8"), maxOutput)));
  child.stderr.on("data", (chunk: Buffer) => (errors = truncateStart(errors + chunk.toString("utf8"), maxOutput)));
  try {
    const how = await new Promise<string | null>((resolve) => {
      child.once("error", (error) => resolve(`could not be started: ${error.message}`));
      child.once("close", (code) => resolve(code === 0 ? null : `ended with ${code ?? "a signal"}`));
      // What it leaves running would hold its output open.
      child.once("exit", kill);
    });
    signal.throwIfAborted();
    if (ending.aborted) throw new PullRequestCommandError(`${program} took longer than ${patienceMs / 1000} seconds.`);
    if (how !== null)
      throw new PullRequestCommandError(
        [`${program} ${how}`, truncateStart(redactCredentials(errors.trim()), 500)].filter(Boolean).join(": "),
      );
    return output;
  } finally {
    ending.removeEventListener("abort", kill);
  }
}

/** Takes one line with one address, and nothing beside it. */
function readAddress(output: string): { url: string; number: number | null } {
  const url = output.trim();
  const address = /^https?:\/\/\S{1,1990}$/.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (address === null)
    throw new PullRequestCommandError("The command for pull requests must print one address and nothing else.");
  if (address.username !== "" || address.password !== "")
    throw new PullRequestCommandError("The command for pull requests has printed an address with a password.");
  const number = Number(/\/(\d{1,9})\/?$/.exec(address.pathname)?.[1] ?? 0);
  return { url, number: number === 0 ? null : number };
}
