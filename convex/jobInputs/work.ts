// What a runner needs to begin a claimed job. Null in place of a deleted document, as nothing is left to do then.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentWithQuestions } from "../answeringSessions/detail";
import type { AnsweringSessionDetail } from "../answeringSessions/detail";
import { presentDetail as presentIssueSession } from "../issueSessions/present";
import type { SessionDetail } from "../issueSessions/present";
import { presentIssue } from "../issues/present";
import type { IssueView } from "../issues/present";
import type { JobWork } from "../jobs/schema";
import { isLook } from "../jobs/lookAgain";
import { isRunWork } from "../lib/runWork";
import { presentMergeRun } from "../merging/present";
import type { MergeRunView } from "../merging/present";
import { presentMessage } from "../messages/present";
import type { MessageView } from "../messages/present";
import { withWholeAddress } from "../lib/maskedAddress";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { presentRun } from "../runs/present";
import type { RunView } from "../runs/present";
import { presentSandbox } from "../sandboxes/present";
import type { SandboxView } from "../sandboxes/present";
import { findSettings } from "../settings/model";
import { presentPlainSettings } from "../settings/present";
import type { PlainSettingsView } from "../settings/present";
import { presentDetail as presentSprintChain } from "../sprintChains/present";
import type { SprintChainDetailView } from "../sprintChains/present";
import { presentWorkChain } from "../workChains/present";
import type { WorkChainView } from "../workChains/present";
import { presentWorkflow } from "../workflows/present";
import type { WorkflowView } from "../workflows/present";
import { lookInputs } from "./look";
import type { LookInputs } from "./look";
import { inputsOfRunJob } from "./run";
import type { RunJobInputs } from "./run";

/** What a runner needs to begin a job, by the kind of the job. */
export type JobInputs = RunJobInputs | LookInputs | (SubjectInputs & ProjectInputs);

type SubjectInputs =
  | { kind: "sprintChain.execute"; sprintChain: SprintChainDetailView | null; workflow?: WorkflowView | null }
  | {
      kind: "workChain.execute";
      workChain: WorkChainView | null;
      /** The issues on which the chain still has to work, in their order. */
      issues?: IssueView[];
      workflow?: WorkflowView | null;
    }
  | { kind: "issueSession.scan"; issueSession: SessionDetail | null }
  | {
      kind: "answeringSession.continue";
      answeringSession: AnsweringSessionDetail | null;
      issueSession?: SessionDetail | null;
    }
  | { kind: "merge.execute"; mergeRun: MergeRunView | null }
  | { kind: "learning.extract"; sandbox: SandboxView | null; run: RunView | null }
  | { kind: "sandbox.message"; sandbox: SandboxView | null; message: MessageView | null }
  | { kind: "sandbox.devServer"; sandbox: SandboxView | null }
  | { kind: "repository.check"; repositoryCheck: RepositoryCheckInput | null };

/** The address as the person wrote it, for git. What people see of it is redacted. */
interface RepositoryCheckInput extends Ids {
  gitRepoUrl: string;
  /** Null: the default branch of the repository. */
  branchName: string | null;
}

interface ProjectInputs {
  project: Ids & { name: string | null; gitRepoUrl: string | null };
  settings: PlainSettingsView;
}

/** Returns the delivery of a job. A run has the settings of its snapshot; every other job has the present settings. */
export async function jobInputs(ctx: QueryCtx, { projectId, work }: Doc<"jobs">): Promise<JobInputs> {
  if (isRunWork(work)) return await inputsOfRunJob(ctx, work);
  if (isLook(work)) return await lookInputs(ctx, work);
  return { ...(await subjectOf(ctx, work)), ...(await contextFields(ctx, projectId)) };
}

type OtherWork = Exclude<JobWork, { kind: "run.execute" | "run.continue" | "pullRequest.look" }>;

async function subjectOf(ctx: QueryCtx, work: OtherWork): Promise<SubjectInputs> {
  const { kind } = work;
  switch (kind) {
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      if (chain === null) return { kind, sprintChain: null };
      return {
        kind,
        sprintChain: withWholeAddress(await presentSprintChain(ctx, chain), chain),
        workflow: await workflowOf(ctx, chain.workflowId),
      };
    }
    case "workChain.execute":
      return await workChainOf(ctx, work.workChainId);
    case "issueSession.scan":
      return { kind, issueSession: await issueSessionOf(ctx, work.issueSessionId) };
    case "answeringSession.continue": {
      const session = await present(ctx.db.get("answeringSessions", work.answeringSessionId));
      if (session === null) return { kind, answeringSession: null };
      return {
        kind,
        answeringSession: await presentWithQuestions(ctx, session),
        issueSession: await issueSessionOf(ctx, session.issueSessionId),
      };
    }
    case "merge.execute": {
      const mergeRun = await ctx.db.get("mergeRuns", work.mergeRunId);
      return { kind, mergeRun: mergeRun === null ? null : presentMergeRun(mergeRun) };
    }
    case "learning.extract": {
      const run = work.runId === undefined ? null : await present(ctx.db.get("runs", work.runId));
      const shown = run === null ? null : withWholeAddress(presentRun(run), run);
      return { kind, sandbox: await sandboxOf(ctx, work.sandboxId), run: shown };
    }
    case "sandbox.message": {
      const message = await ctx.db.get("messages", work.messageId);
      return {
        kind,
        sandbox: await sandboxOf(ctx, work.sandboxId),
        message: message === null ? null : await presentMessage(ctx, message),
      };
    }
    case "sandbox.devServer":
      return { kind, sandbox: await sandboxOf(ctx, work.sandboxId) };
    case "repository.check":
      return { kind, repositoryCheck: await repositoryCheckOf(ctx, work.repositoryCheckId) };
  }
}

/** A work chain with the issues that it still has to work on, in their order. */
async function workChainOf(ctx: QueryCtx, chainId: Id<"workChains">): Promise<SubjectInputs> {
  const kind = "workChain.execute";
  const chain = await ctx.db.get("workChains", chainId);
  if (chain === null) return { kind, workChain: null };
  const issues: IssueView[] = [];
  for (const issueId of chain.issueIds.slice(chain.currentIssueIndex)) {
    const issue = await ctx.db.get("issues", issueId);
    if (issue !== null) issues.push(presentIssue(issue));
  }
  const workChain = withWholeAddress(presentWorkChain(chain), chain);
  return { kind, workChain, issues, workflow: await workflowOf(ctx, chain.workflowId) };
}

async function contextFields(ctx: QueryCtx, projectId: Id<"projects">): Promise<ProjectInputs> {
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

async function repositoryCheckOf(ctx: QueryCtx, checkId: Id<"repositoryChecks">): Promise<RepositoryCheckInput | null> {
  const check = await ctx.db.get("repositoryChecks", checkId);
  if (check === null) return null;
  const { gitRepoUrl, branchName = null } = check;
  return withIds("repositoryChecks", checkId, { gitRepoUrl, branchName });
}

/** Returns the row unless it is in the trash, which the runner does not see. */
async function present<Row extends { deletedAtMs?: number | undefined }>(
  found: Promise<Row | null>,
): Promise<Row | null> {
  const row = await found;
  return row === null || row.deletedAtMs !== undefined ? null : row;
}
