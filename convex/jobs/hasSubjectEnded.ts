// Whether the subject of a job is over, so that nobody needs to try the job again. This file reads the subject's row
// and imports no other domain, because claims use it.
import type { QueryCtx } from "../_generated/server";
import type { JobWork } from "./schema";

/** Runs, chains, issue sessions and merge runs end in one of these. */
const ends: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** False for requests to a sandbox and extractions: their subject does not say whether this one is done. */
export async function hasSubjectEnded(ctx: QueryCtx, work: JobWork): Promise<boolean> {
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
      return hasEnded(await ctx.db.get("runs", work.runId));
    case "sprintChain.execute":
      return hasEnded(await ctx.db.get("sprintChains", work.sprintChainId));
    case "workChain.execute":
      return hasEnded(await ctx.db.get("workChains", work.workChainId));
    case "issueSession.scan":
      return hasEnded(await ctx.db.get("issueSessions", work.issueSessionId));
    case "merge.execute":
      return hasEnded(await ctx.db.get("mergeRuns", work.mergeRunId));
    case "answeringSession.continue": {
      const session = await ctx.db.get("answeringSessions", work.answeringSessionId);
      return hasEnded(session) || session?.status === "archived";
    }
    case "pullRequest.look":
      return (await ctx.db.get("followedRequests", work.requestId))?.nextLookAtMs === undefined;
    case "repository.check": {
      const check = await ctx.db.get("repositoryChecks", work.repositoryCheckId);
      return check?.status !== "pending";
    }
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
      return false;
  }
}

function hasEnded(subject: { status: string } | null): boolean {
  return subject === null || ends.has(subject.status);
}
