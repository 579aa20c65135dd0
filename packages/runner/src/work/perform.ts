// The work of each kind of job.
import { continueSprintChain, continueWorkChain } from "../jobs/chains";
import { continueWithAnswers, scan } from "../jobs/issues";
import { serve } from "../jobs/devServer/job";
import { extractLearnings } from "../jobs/learning";
import { mergePullRequests } from "../jobs/merge/merge";
import { deliverMessage } from "../jobs/message";
import { executeRun } from "../jobs/run/run";
import type { AnyClaim } from "../service/delivery";
import type { Job } from "./tools";

export async function perform(job: Job): Promise<void> {
  const claim = job.claim as AnyClaim;
  switch (claim.kind) {
    case "run.execute":
      return await executeRun(job, claim.run);
    case "sprintChain.execute":
      return await continueSprintChain({ ...job, claim });
    case "workChain.execute":
      return await continueWorkChain({ ...job, claim });
    case "issueSession.scan":
      return await scan({ ...job, claim });
    case "answeringSession.continue":
      return await continueWithAnswers({ ...job, claim });
    case "merge.execute":
      return await mergePullRequests({ ...job, claim });
    case "learning.extract":
      return await extractLearnings({ ...job, claim });
    case "sandbox.message":
      return await deliverMessage({ ...job, claim });
    case "sandbox.devServer":
      return await serve({ ...job, claim });
  }
}
