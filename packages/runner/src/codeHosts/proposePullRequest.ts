// Opens a pull request for a branch: by a command of the operator, or where the project has a key for the code host.
// Otherwise the branch is the result.
import type { Proposal } from "./codeHost";
import { CodeHostError } from "./errors";
import { PullRequestCommandError, proposeByCommand } from "./command";
import type { Mirror } from "../git/mirror";
import type { Configuration } from "../config/configuration";
import type { Job } from "../jobs/contract";
import type { Claim } from "../service/claims";
import { connectToCodeHost } from "./projectKey";
import { truncate } from "../text/truncate";

export interface PullRequestTools {
  configuration: Pick<Configuration, "pullRequest" | "pullRequestCommand" | "passEnv" | "folder">;
}

interface ProposedPullRequest {
  url: string;
  /** Null when a command has printed an address without one. */
  number: number | null;
}

/** A refusal of the host is shown and fails nothing: the work is on the branch. Returns null without a pull request. */
export async function proposePullRequest(
  job: Job<Claim, PullRequestTools>,
  mirror: Mirror,
  proposal: Proposal,
): Promise<ProposedPullRequest | null> {
  const { configuration } = job.tools;
  if (configuration.pullRequest === "never") return null;
  try {
    const made = await open(job, mirror, { ...proposal, title: oneLine(proposal.title) });
    if (made !== null) job.reportProgress(`has the pull request ${made.url}`);
    return made;
  } catch (error) {
    if (!(error instanceof CodeHostError || error instanceof PullRequestCommandError)) throw error;
    job.reportProgress(`has no pull request: ${error.message}`);
    return null;
  }
}

async function open(
  job: Job<Claim, PullRequestTools>,
  { url: repository }: Mirror,
  proposal: Proposal,
): Promise<ProposedPullRequest | null> {
  const { tools, signal } = job;
  const { pullRequestCommand: command, passEnv, folder } = tools.configuration;
  if (command !== undefined) {
    return await proposeByCommand({ command, passEnv, folder, repository, signal }, proposal);
  }
  const host = await connectToCodeHost(job, repository);
  if (host === null) return null;
  return (await host.find(proposal, signal)) ?? (await host.open(proposal, signal));
}

const maxTitle = 200;

function oneLine(title: string): string {
  const [line = ""] = title.trim().split("\n");
  return line.length <= maxTitle ? line : `${truncate(line, maxTitle - 1)}…`;
}
