// The pull request of a run, and its report to the service.
import { isAncestor, remoteBranchRef } from "../../git/mirror";
import { proposePullRequest } from "../../codeHosts/proposePullRequest";
import type { RunContext } from "./context";
import { firstText } from "./pullRequestText";

export async function proposePullRequestOfRun(work: RunContext, commit: string): Promise<void> {
  const { job, run, worktree, mirror } = work;
  const { branchName: into } = run.git;
  // A run that continues, or whose job was interrupted, has its request already, with the state that a look has found.
  // A person may have given it another base, so the host would not find it again.
  if ((await job.call("run.get", { runId: run.id })).prUrl !== null) return;
  if (await isAncestor(mirror, commit, remoteBranchRef(into))) return;
  const made = await proposePullRequest(job, mirror, {
    title: run.name,
    text: firstText(work),
    from: worktree.branch,
    into,
  });
  if (made === null) return;
  const { url, number } = made;
  const told = { runId: run.id, prUrl: url, ...(number === null ? {} : { prNumber: number }) };
  await job.call("run.updatePr", { ...told, prStatus: "open" });
}
