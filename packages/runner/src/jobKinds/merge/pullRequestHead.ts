// The newest commits of pull requests, as the code host keeps them in git.
import { GitError } from "../../git/git";
import { resolveCommit } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import { remoteGit } from "../../git/remoteGit";
import { PermanentJobError } from "../../jobs/contract";
import type { PullRequest } from "./context";

/** Code hosts keep the heads of pull requests under one of these names. */
export async function fetchPullRequestHead(
  mirror: Mirror,
  { prNumber, prUrl }: PullRequest,
  signal: AbortSignal,
): Promise<string> {
  const { folder: cwd, url, credential } = mirror;
  const own = `refs/switchyard/requests/${prNumber}`;
  for (const name of [`refs/pull/${prNumber}/head`, `refs/merge-requests/${prNumber}/head`]) {
    try {
      const fetch = ["fetch", "--quiet", "--no-tags", "--no-auto-gc", "origin", `+${name}:${own}`];
      await mirror.exclusively(() => remoteGit(fetch, { cwd, url, credential, signal }));
      const commit = await resolveCommit(mirror, own);
      if (commit !== null) return commit;
    } catch (error) {
      if (!(error instanceof GitError) || !error.output.includes("couldn't find remote ref")) throw error;
    }
  }
  throw new PermanentJobError(`The repository has no pull request ${prNumber} (${prUrl}).`);
}
