// git with a repository elsewhere. What the other side writes is never shown to the people of a project: they name the
// address, and could read so what answers inside the runner's network. Only the runner's own log has it.
import path from "node:path";
import { explainRemoteFailure } from "./explainRemoteFailure";
import type { RemoteFailure } from "./explainRemoteFailure";
import type { Credential } from "./credential";
import { git, GitError, maxMs } from "./git";
import type { GitOptions } from "./git";

/** Its message is one of our own sentences. */
export class RemoteGitError extends GitError {
  /** What git and the other side have written. */
  readonly forLog: string;

  constructor(
    { command, code, output, message }: GitError,
    readonly failure: RemoteFailure,
  ) {
    super(command, code, output);
    this.forLog = message;
    this.message = failure.error;
  }
}

interface Options extends Omit<GitOptions, "env" | "secret" | "timeoutMs"> {
  /** Less than what a transfer may take. */
  timeoutMs?: number;
  /** Where the repository is: an address without a login, or an absolute path. */
  url: string;
  credential: Credential | null;
}

/** Throws RemoteGitError, GitKilledError, or the signal's reason when it was aborted. */
export async function remoteGit(
  [command = "", ...args]: readonly string[],
  { url, credential, timeoutMs = maxMs.transfer, ...options }: Options,
): Promise<string> {
  const { settings = [], answer: secret = "", refused = null } = credential ?? {};
  try {
    return await git([command, ...serverOptions(command, url), ...args], {
      ...options,
      timeoutMs,
      secret,
      env: variablesOf(settings),
    });
  } catch (error) {
    throw error instanceof GitError ? new RemoteGitError(error, explainRemoteFailure(error.output, refused)) : error;
  }
}

/** Every user of the machine can list arguments, so the settings are variables. */
function variablesOf(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [name, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = name;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

/**
 * The other side of a repository on this machine is a git of the runner's user, and the settings and hooks of the
 * repository count for it. Somebody else may have written them, so it runs no program that they name: no hook, nothing
 * that fills a checked out branch, nothing that signs, packs or fetches.
 */
const settingsOfServer = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.alternateRefsCommand=true",
  "receive.denyCurrentBranch=refuse",
  "receive.autogc=false",
];
const server = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${settingsOfServer.map((one) => `-c ${one}`).join(" ")}`;

/** Hosts that are reached over ssh accept the usual name of the program alone, and run it with their own rights. */
function serverOptions(command: string, url: string): string[] {
  if (!path.isAbsolute(url)) return [];
  return command === "push"
    ? ["--no-signed", `--receive-pack=${server} receive-pack`]
    : [`--upload-pack=${server} upload-pack`];
}
