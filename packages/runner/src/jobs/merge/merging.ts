import type { Checkout } from "../../git/inside";
import type { Mirror } from "../../git/mirror";
import type { MergeJob } from "../../service/delivery";
import type { Job } from "../../work/tools";

export type MergeRun = NonNullable<MergeJob["mergeRun"]>;
export type PullRequest = MergeRun["pullRequests"][number];

/** Everything that the pull requests of a merge run share. */
export interface Merging {
  job: Job<MergeJob>;
  mirror: Mirror;
  folder: string;
  checkout: Checkout;
  sandboxId: string;
  /** Variables that name the author of the merges. */
  env: Record<string, string>;
}
