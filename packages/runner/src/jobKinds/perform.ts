// The work of each kind of job.
import { continueSprintChain, continueWorkChain } from "./chains";
import { scanWithAnswers, scanForIssues } from "./issueSessions";
import { runDevServer } from "./devServer/job";
import { extractLearnings } from "./learnings";
import { lookAtPullRequest } from "./look/look";
import { mergePullRequests } from "./merge/merge";
import type { DevServerTools } from "./devServer/worktree";
import type { IssueTools } from "./issueSessions";
import type { LearningTools } from "./learnings";
import type { LookTools } from "./look/look";
import type { MergeTools } from "./merge/context";
import type { MessageTools } from "./message";
import type { RunTools } from "./run/context";
import type { RepositoryCheckTools } from "./repositoryCheck";
import { checkRepository } from "./repositoryCheck";
import { deliverMessage } from "./message";
import { executeRun } from "./run/run";
import type { Claim } from "../service/claims";
import type { Job } from "../jobs/contract";

/** What the kinds of jobs need together. */
export type JobTools = RunTools &
  DevServerTools &
  IssueTools &
  LearningTools &
  LookTools &
  MergeTools &
  MessageTools &
  RepositoryCheckTools;

/** Returns the branch with the work of a run, for the people at the terminal. */
export async function performJob(job: Job<Claim, JobTools>): Promise<string | null> {
  const { claim } = job;
  switch (claim.kind) {
    case "run.execute":
    case "run.continue":
      return await executeRun(job, claim.run);
    case "sprintChain.execute":
      return await continueSprintChain({ ...job, claim });
    case "workChain.execute":
      return await continueWorkChain({ ...job, claim });
    default:
      await performOther(job, claim);
      return null;
  }
}

type OtherClaim = Exclude<
  Claim,
  { kind: "run.execute" | "run.continue" | "sprintChain.execute" | "workChain.execute" }
>;

async function performOther(job: Job<Claim, JobTools>, claim: OtherClaim): Promise<void> {
  switch (claim.kind) {
    case "issueSession.scan":
      return await scanForIssues({ ...job, claim });
    case "answeringSession.continue":
      return await scanWithAnswers({ ...job, claim });
    case "merge.execute":
      return await mergePullRequests({ ...job, claim });
    case "learning.extract":
      return await extractLearnings({ ...job, claim });
    case "sandbox.message":
      return await deliverMessage({ ...job, claim });
    case "sandbox.devServer":
      return await runDevServer({ ...job, claim });
    case "pullRequest.look":
      return await lookAtPullRequest({ ...job, claim });
    case "repository.check":
      return await checkRepository({ ...job, claim });
  }
}
