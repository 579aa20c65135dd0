// What a runner needs to begin a claimed job. Null in place of a deleted document, as nothing is left to do then.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentWithQuestions } from "../answeringSessions/detail";
import { presentDetail as presentIssueSession } from "../issueSessions/present";
import { presentIssue } from "../issues/present";
import type { IssueView } from "../issues/present";
import type { JobWork } from "../jobs/schema";
import { presentMergeRun } from "../merging/present";
import { presentMessage } from "../messages/present";
import { withIds } from "../lib/publicIds";
import { presentRun } from "../runs/present";
import { presentSandbox } from "../sandboxes/present";
import { findSettings } from "../settings/model";
import { presentPlainSettings } from "../settings/present";
import { presentDetail as presentSprintChain } from "../sprintChains/present";
import { presentWorkChain } from "../workChains/present";
import { presentWorkflow } from "../workflows/present";
import { inputsOfRunJob } from "./run";

/** Returns the delivery of a job. A run has the settings of its snapshot; every other job has the present settings. */
export async function jobInputs(ctx: QueryCtx, { projectId, work }: Doc<"jobs">): Promise<Record<string, unknown>> {
  if (work.kind === "run.execute") return { ...(await inputsOfRunJob(ctx, work.runId)) };
  return { ...(await subjectOf(ctx, work)), ...(await contextFields(ctx, projectId)) };
}

type OtherWork = Exclude<JobWork, { kind: "run.execute" }>;

async function subjectOf(ctx: QueryCtx, work: OtherWork): Promise<Record<string, unknown>> {
  switch (work.kind) {
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      if (chain === null) return { sprintChain: null };
      return { sprintChain: await presentSprintChain(ctx, chain), workflow: await workflowOf(ctx, chain.workflowId) };
    }
    case "workChain.execute":
      return await workChainOf(ctx, work.workChainId);
    case "issueSession.scan":
      return { issueSession: await issueSessionOf(ctx, work.issueSessionId) };
    case "answeringSession.continue": {
      const session = await present(ctx.db.get("answeringSessions", work.answeringSessionId));
      if (session === null) return { answeringSession: null };
      return {
        answeringSession: await presentWithQuestions(ctx, session),
        issueSession: await issueSessionOf(ctx, session.issueSessionId),
      };
    }
    case "merge.execute": {
      const mergeRun = await ctx.db.get("mergeRuns", work.mergeRunId);
      return { mergeRun: mergeRun === null ? null : presentMergeRun(mergeRun) };
    }
    case "learning.extract": {
      const run = work.runId === undefined ? null : await present(ctx.db.get("runs", work.runId));
      return { sandbox: await sandboxOf(ctx, work.sandboxId), run: run === null ? null : presentRun(run) };
    }
    case "sandbox.message": {
      const message = await ctx.db.get("messages", work.messageId);
      return {
        sandbox: await sandboxOf(ctx, work.sandboxId),
        message: message === null ? null : await presentMessage(ctx, message),
      };
    }
    case "sandbox.devServer":
      return { sandbox: await sandboxOf(ctx, work.sandboxId) };
  }
}

/** A work chain with the issues that it still has to work on, in their order. */
async function workChainOf(ctx: QueryCtx, chainId: Id<"workChains">): Promise<Record<string, unknown>> {
  const chain = await ctx.db.get("workChains", chainId);
  if (chain === null) return { workChain: null };
  const issues: IssueView[] = [];
  for (const issueId of chain.issueIds.slice(chain.currentIssueIndex)) {
    const issue = await ctx.db.get("issues", issueId);
    if (issue !== null) issues.push(presentIssue(issue));
  }
  return { workChain: presentWorkChain(chain), issues, workflow: await workflowOf(ctx, chain.workflowId) };
}

async function contextFields(ctx: QueryCtx, projectId: Id<"projects">) {
  const project = await ctx.db.get("projects", projectId);
  return {
    project: withIds("projects", projectId, { name: project?.name ?? null, gitRepoUrl: project?.gitRepoUrl ?? null }),
    settings: presentPlainSettings(await findSettings(ctx, projectId)),
  };
}

async function workflowOf(ctx: QueryCtx, workflowId: Id<"workflows">) {
  const workflow = await present(ctx.db.get("workflows", workflowId));
  return workflow === null ? null : presentWorkflow(workflow);
}

async function issueSessionOf(ctx: QueryCtx, sessionId: Id<"issueSessions">) {
  const session = await present(ctx.db.get("issueSessions", sessionId));
  return session === null ? null : await presentIssueSession(ctx, session);
}

async function sandboxOf(ctx: QueryCtx, sandboxId: Id<"sandboxes">) {
  const sandbox = await present(ctx.db.get("sandboxes", sandboxId));
  return sandbox === null ? null : presentSandbox(sandbox);
}

/** Returns the row unless it is in the trash, which the runner does not see. */
async function present<Row extends { deletedAtMs?: number | undefined }>(
  found: Promise<Row | null>,
): Promise<Row | null> {
  const row = await found;
  return row === null || row.deletedAtMs !== undefined ? null : row;
}
