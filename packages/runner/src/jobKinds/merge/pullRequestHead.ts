// The newest commits of pull requests, as the code host keeps them in git.
import { git, GitFailed } from "../../git/git";
import { commitOf } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import { Hopeless } from "../../jobs/contract";
import type { PullRequest } from "./context";

/** Code hosts keep the heads of pull requests under one of these names. */
export async function headOfRequest(
  mirror: Mirror,
  { prNumber, prUrl }: PullRequest,
  signal: AbortSignal,
): Promise<string> {
  const { folder: cwd, credential } = mirror;
  const own = `refs/switchyard/requests/${prNumber}`;
  for (const name of [`refs/pull/${prNumber}/head`, `refs/merge-requests/${prNumber}/head`]) {
    try {
      const fetch = ["fetch", "--quiet", "--no-tags", "--no-auto-gc", "origin", `+${name}:${own}`];
      await mirror.alone(() => git(fetch, { cwd, credential, signal }));
      const commit = await commitOf(mirror, own);
      if (commit !== null) return commit;
    } catch (error) {
      if (!(error instanceof GitFailed) || !error.output.includes("couldn't find remote ref")) throw error;
    }
  }
  throw new Hopeless(`The repository has no pull request ${prNumber} (${prUrl}).`);
}
