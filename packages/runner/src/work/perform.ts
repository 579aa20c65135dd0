// The work of each kind of job.
import { executeRun } from "../jobs/run/run";
import type { Claim, RunJob } from "../service/delivery";
import { Hopeless } from "./tools";
import type { Job } from "./tools";

export async function perform(job: Job): Promise<void> {
  const { kind } = job.claim;
  switch (kind) {
    case "run.execute":
      return await executeRun({ ...job, claim: job.claim as RunJob });
    case "sprintChain.execute":
    case "workChain.execute":
    case "issueSession.scan":
    case "answeringSession.continue":
    case "merge.execute":
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
      throw new Hopeless(`This runner cannot do ${kind}.`);
  }
}

/** What a job is about, for people. */
export function subjectOf(claim: Claim): string {
  return claim.kind === "run.execute" ? ((claim as RunJob).run?.name ?? "a run that has ended") : claim.kind;
}
