// Opens a pull request for what a run has done, where the project has a key for the code host. Otherwise the branch is
// the result.
import { codeHostOf } from "../../codeHosts/codeHost";
import { HostRefused } from "../../codeHosts/api";
import { hostOf } from "../../git/credential";
import { isAncestor, remoteBranch } from "../../git/mirror";
import { hostToken } from "../repository";
import type { RunWork } from "./work";

const maxTitle = 200;

/** A refusal of the host is shown and does not fail the run: its work is on the branch. */
export async function propose(work: RunWork, commit: string): Promise<void> {
  const { job, run, worktree, mirror } = work;
  const { pullRequest, push } = job.tools.configuration;
  if (pullRequest === "never" || push === "never") return;
  const address = hostOf(mirror.url);
  const token = await hostToken(job, mirror.url);
  const host = address === null || token === null ? null : codeHostOf(address, token);
  if (host === null || (await isAncestor(mirror, commit, remoteBranch(run.git.branchName)))) return;
  try {
    const from = worktree.branch;
    const proposal = { title: titleOf(run.name), text: textOf(work), from, into: run.git.branchName };
    const { url, number } = (await host.find(from, job.signal)) ?? (await host.open(proposal, job.signal));
    await job.call("run.updatePr", { runId: run.id, prUrl: url, prNumber: number, prStatus: "open" });
    job.doing(`has the pull request ${url}`);
  } catch (error) {
    if (!(error instanceof HostRefused || error instanceof TypeError)) throw error;
    job.doing(`has no pull request: ${error.message}`);
  }
}

function titleOf(name: string): string {
  const [line = ""] = name.trim().split("\n");
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1)}…`;
}

function textOf({ run }: RunWork): string {
  const steps = run.steps.map(({ name }) => `- ${name}`).join("\n");
  return `${run.prompt.trim()}\n\n---\nRun ${run.runNumber} of Switchyard (${run.id}), with the steps:\n${steps}\n`;
}
