import { defaultBranchIn } from "./branchName";
import { maxMs } from "./git";
import { remoteBranchRef, resolveCommit } from "./mirror";
import type { Mirror } from "./mirror";
import { remoteGit } from "./remoteGit";

/** Returns the branch that the remote calls its default, or `otherwise` when it names none that exists. */
export async function defaultBranch(mirror: Mirror, otherwise: string, signal: AbortSignal): Promise<string> {
  const { folder: cwd, url, credential } = mirror;
  const told = await remoteGit(["ls-remote", "--symref", "origin", "HEAD"], {
    cwd,
    url,
    credential,
    signal,
    timeoutMs: maxMs.names,
  });
  const named = defaultBranchIn(told);
  if (named === null || (await resolveCommit(mirror, remoteBranchRef(named))) === null) return otherwise;
  return named;
}
