import type { PullRequestTools } from "../../codeHosts/proposePullRequest";
import type { AgentChoiceTools } from "../../conversations/chooseAgent";
import type { ConversationTools } from "../../conversations/runOneOffSession";
import type { CheckoutTools } from "../../worktrees/checkout";
import type { Checkout } from "../../git/isolatedGit";
import type { Mirror } from "../../git/mirror";
import type { MergeJob, MergeRun } from "../../service/claims";
import type { Job } from "../../jobs/contract";

export type MergeTools = CheckoutTools & ConversationTools & AgentChoiceTools & PullRequestTools;

export type PullRequest = MergeRun["pullRequests"][number];

/** Everything that the pull requests of a merge run share. */
export interface MergeContext {
  job: Job<MergeJob, MergeTools>;
  mirror: Mirror;
  folder: string;
  checkout: Checkout;
  sandboxId: string;
  /** Variables that name the author of the merges. */
  env: Record<string, string>;
}
