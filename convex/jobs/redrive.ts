// Lets what a job was for start again after the job has failed for good, where its state allows that. A new job does
// the work; the failed one is kept, but is no longer listed.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { reopenIssueSession } from "../issueSessions/model";
import { apiError } from "../lib/errors";
import { nextState } from "../lib/states";
import { reopenMergeRun } from "../merging/model";
import { restartRun } from "../runs/lifecycle";
import { repeatRound } from "../runs/rounds";
import { sandboxMoves } from "../sandboxes/bounds";
import { startWorkChain } from "../workChains/model";
import { enqueueForSandbox, enqueueJob, hasOpenJobs } from "./model";
import type { JobWork } from "./schema";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

/** Returns the new job. Throws CONFLICT when the job has not failed or was redriven, or its subject cannot start. */
export async function redriveJob(ctx: MutationCtx, job: Job, by: Actor): Promise<Job> {
  nextState("job", jobMoves, "redrive", job.status);
  if (job.redrivenAtMs !== undefined) throw apiError("CONFLICT", "The job was tried again already.");
  await restart(ctx, job, by);
  await ctx.db.patch("jobs", job._id, { redrivenAtMs: Date.now() });
  const queued = await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", job.subjectId).eq("status", "queued"))
    .order("desc")
    .first();
  if (queued === null) throw new Error(`Nothing was queued in place of the job ${job._id}.`);
  return queued;
}

async function restart(ctx: MutationCtx, { projectId, work }: Job, by: Actor): Promise<void> {
  switch (work.kind) {
    case "run.execute": {
      const run = requireThere("run", await ctx.db.get("runs", work.runId));
      requireFailed("run", run.status);
      await restartRun(ctx, run, { by });
      return;
    }
    case "run.continue": {
      const run = requireThere("run", await ctx.db.get("runs", work.runId));
      requireFailed("run", run.status);
      await repeatRound(ctx, run, by);
      return;
    }
    case "workChain.execute": {
      const chain = requireThere("work chain", await ctx.db.get("workChains", work.workChainId));
      requireFailed("work chain", chain.status);
      await startWorkChain(ctx, chain);
      return;
    }
    case "issueSession.scan": {
      const session = await ctx.db.get("issueSessions", work.issueSessionId);
      return await reopenIssueSession(ctx, requireThere("issue session", session));
    }
    case "merge.execute": {
      const mergeRun = await ctx.db.get("mergeRuns", work.mergeRunId);
      return await reopenMergeRun(ctx, requireThere("merge run", mergeRun));
    }
    case "answeringSession.continue": {
      const session = await ctx.db.get("answeringSessions", work.answeringSessionId);
      const { status } = requireThere("answering session", session);
      if (status !== "reviewed") throw apiError("CONFLICT", `The answering session is ${status}, not reviewed.`);
      if (await hasOpenJobs(ctx, work.answeringSessionId))
        throw apiError("CONFLICT", "Another job continues it already.");
      await enqueueJob(ctx, projectId, work);
      return;
    }
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
      return await askSandboxAgain(ctx, { projectId, work });
    case "sprintChain.execute":
      throw apiError("CONFLICT", "A sprint chain cannot start again; create another one with resumeFromSprint.");
    case "pullRequest.look":
    case "repository.check":
      throw apiError("CONFLICT", "A check cannot start again; ask for another one.");
  }
}

type SandboxWork = Extract<JobWork, { kind: "learning.extract" | "sandbox.message" | "sandbox.devServer" }>;

async function askSandboxAgain(
  ctx: MutationCtx,
  { projectId, work }: { projectId: Job["projectId"]; work: SandboxWork },
): Promise<void> {
  const sandbox = requireThere("sandbox", await ctx.db.get("sandboxes", work.sandboxId));
  if (work.kind !== "learning.extract") nextState("sandbox", sandboxMoves, sandboxCall[work.kind], sandbox.status);
  else if (sandbox.learningStatus !== "failed") {
    throw apiError("CONFLICT", `The extraction of learnings is ${sandbox.learningStatus ?? "not asked for"}.`);
  }
  await enqueueForSandbox(ctx, projectId, work);
  if (work.kind === "learning.extract") await ctx.db.patch("sandboxes", sandbox._id, { learningStatus: "pending" });
}

const sandboxCall = { "sandbox.message": "sendMessage", "sandbox.devServer": "startDevServer" } as const;

/** What is in the trash must be restored first. */
function requireThere<Subject extends object>(noun: string, subject: Subject | null): Subject {
  const isDeleted = subject === null || ("deletedAtMs" in subject && subject.deletedAtMs !== undefined);
  if (isDeleted) throw apiError("CONFLICT", `The ${noun} is deleted.`);
  return subject;
}

function requireFailed(noun: string, status: string): void {
  if (status !== "failed") throw apiError("CONFLICT", `The ${noun} is ${status}, not failed.`);
}
