// git with a repository elsewhere. What the other side writes is never shown to the people of a project: they name the
// address, and could read so what answers inside the runner's network. Only the runner's own log has it.
import { explainRemoteFailure } from "./explainRemoteFailure";
import type { RemoteFailure } from "./explainRemoteFailure";
import type { Credential } from "./credential";
import { git, GitError } from "./git";
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

interface Options extends Omit<GitOptions, "env" | "secret"> {
  credential: Credential | null;
}

/** Throws RemoteGitError, GitKilledError, or the signal's reason when it was aborted. */
export async function remoteGit(args: readonly string[], { credential, ...options }: Options): Promise<string> {
  const { settings = [], answer: secret = "", refused = null } = credential ?? {};
  try {
    return await git(args, { ...options, secret, env: variablesOf(settings) });
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
