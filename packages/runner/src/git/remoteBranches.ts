// The branches of a repository elsewhere, without fetching anything of it.
import { defaultBranchIn, isBranchName } from "./branchName";
import type { Credential } from "./credential";
import { remoteGit } from "./remoteGit";

export interface RemoteBranches {
  /** The branch that the repository itself names as its default. Null when it names none. */
  defaultBranch: string | null;
  /** The newest commit of each branch. */
  commits: ReadonlyMap<string, string>;
}

const maxBytes = 16 * 1024 * 1024;
/** A person waits for the answer. */
const timeoutMs = 30_000;

interface Options {
  /** An empty folder. */
  cwd: string;
  credential: Credential | null;
  signal: AbortSignal;
}

/** Throws RemoteGitError, also when the repository does not answer within 30 seconds. */
export async function readRemoteBranches(url: string, options: Options): Promise<RemoteBranches> {
  const asked = ["ls-remote", "--symref", "--", url, "HEAD", "refs/heads/*"];
  const answer = await remoteGit(asked, { ...options, url, maxBytes, timeoutMs });
  const found = answer.matchAll(/^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/gm);
  const branches = [...found].map(([, commit = "", name = ""]): [string, string] => [name, commit]);
  const commits = new Map(branches.filter(([name]) => isBranchName(name)));
  return { defaultBranch: defaultBranchIn(answer), commits };
}
