// The subject of each kind of job: the run, chain, session, merge run, sandbox or check of a repository that the job is
// about. Pure.
import { omitNullish } from "../lib/omitNullish";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import type { JobWork } from "./schema";

export type JobKind = JobWork["kind"];

export function subjectOf(work: JobWork): string {
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
      return work.runId;
    case "sprintChain.execute":
      return work.sprintChainId;
    case "workChain.execute":
      return work.workChainId;
    case "issueSession.scan":
      return work.issueSessionId;
    case "answeringSession.continue":
      return work.answeringSessionId;
    case "merge.execute":
      return work.mergeRunId;
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
      return work.sandboxId;
    case "pullRequest.look":
      return work.requestId;
    case "repository.check":
      return work.repositoryCheckId;
  }
}

/** The public ids of what a job is about. */
export interface SubjectIds {
  runId?: string;
  sprintChainId?: string;
  workChainId?: string;
  issueSessionId?: string;
  answeringSessionId?: string;
  mergeRunId?: string;
  sandboxId?: string;
  messageId?: string;
  repositoryCheckId?: string;
}

/** The runner passes them to other operations. */
export function publicIdsOf(work: JobWork): SubjectIds {
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
      return { runId: publicId("runs", work.runId) };
    case "sprintChain.execute":
      return { sprintChainId: publicId("sprintChains", work.sprintChainId) };
    case "workChain.execute":
      return { workChainId: publicId("workChains", work.workChainId) };
    case "issueSession.scan":
      return { issueSessionId: publicId("issueSessions", work.issueSessionId) };
    case "answeringSession.continue":
      return { answeringSessionId: publicId("answeringSessions", work.answeringSessionId) };
    case "merge.execute":
      return { mergeRunId: publicId("mergeRuns", work.mergeRunId) };
    case "learning.extract":
      return {
        sandboxId: publicId("sandboxes", work.sandboxId),
        ...omitNullish({ runId: publicIdOrNull("runs", work.runId) }),
      };
    case "sandbox.message":
      return { sandboxId: publicId("sandboxes", work.sandboxId), messageId: publicId("messages", work.messageId) };
    case "sandbox.devServer":
      return { sandboxId: publicId("sandboxes", work.sandboxId) };
    case "pullRequest.look":
      return omitNullish({
        runId: publicIdOrNull("runs", work.runId),
        mergeRunId: publicIdOrNull("mergeRuns", work.mergeRunId),
      });
    case "repository.check":
      return { repositoryCheckId: publicId("repositoryChecks", work.repositoryCheckId) };
  }
}
