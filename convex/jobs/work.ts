// What jobs are about. Pure.
import type { JobWork } from "./schema";

export function subjectOf(work: JobWork): string {
  switch (work.kind) {
    case "run.execute":
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
  }
}
