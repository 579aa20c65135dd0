// issueSession.scan and answeringSession.continue: an agent reads the repository and finds issues.
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Mirror } from "../git/mirror";
import { removeWorktree } from "../git/removeWorktree";
import type { AnsweringSessionJob, IssueSession, IssueSessionJob } from "../service/claims";
import type { FoundIssue } from "../service/operations";
import { chooseAgent } from "../conversations/chooseAgent";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import { withCheckout } from "../worktrees/checkout";
import { runOneOffSession } from "../conversations/runOneOffSession";
import type { AgentChoiceTools } from "../conversations/chooseAgent";
import type { ConversationTools } from "../conversations/runOneOffSession";
import type { CheckoutTools } from "../worktrees/checkout";

export type IssueTools = CheckoutTools & ConversationTools & AgentChoiceTools;

const issue = z.object({
  title: z.string().min(1).max(500),
  description: z.string().max(15_000).optional(),
  priority: z.enum(["low", "medium", "high", "critical"]).optional(),
  suggestedPrompt: z.string().max(10_000).optional(),
});
const findings = z.object({ issues: z.array(issue).max(200) });
const schema = z.toJSONSchema(findings);

/** Also after the end of the job. */
const putAwayMs = 60_000;

export async function scanForIssues(job: Job<IssueSessionJob, IssueTools>): Promise<void> {
  const { issueSession: session, settings } = job.claim;
  if (session === null || session.status !== "active") return;
  const sandboxPayload = { runtimeSandboxId: `${job.claim.id}/${randomUUID()}`, status: "running" as const };
  const { id } = await job.call("issueSession.createSandbox", { sessionId: session.id, sandboxPayload });
  const task = [settings.issueDiscoveryPrompt, session.prompt].filter(Boolean).join("\n\n");
  await record(job, session, await find(job, { sandboxId: id, task, timeLimitMs: session.timeoutMs }));
  await job.call("issueSession.updateStatus", { sessionId: session.id, status: "completed" });
}

export async function scanWithAnswers(job: Job<AnsweringSessionJob, IssueTools>): Promise<void> {
  const { answeringSession, issueSession: session = null } = job.claim;
  if (answeringSession === null) return;
  const { id: answeringSessionId, questions } = answeringSession;
  if (session !== null) {
    const sandboxPayload = { runtimeSandboxId: `${job.claim.id}/${randomUUID()}`, status: "running" as const };
    const { id } = await job.call("answeringSession.createSandbox", { answeringSessionId, sandboxPayload });
    const answers = questions.map(
      ({ question, assumption, correction }) => `- ${question}\n  ${correction ?? assumption}`,
    );
    const task = `${session.prompt}\n\nYou had questions. These are the answers:\n\n${answers.join("\n")}`;
    await record(job, session, await find(job, { sandboxId: id, task, timeLimitMs: session.timeoutMs }));
  }
  await job.call("answeringSession.updateStatus", { answeringSessionId, status: "completed" });
}

interface Search {
  sandboxId: string;
  task: string;
  timeLimitMs: number | null;
}

async function find(
  job: Job<IssueSessionJob | AnsweringSessionJob, IssueTools>,
  search: Search,
): Promise<FoundIssue[]> {
  const { id, project } = job.claim;
  const wanted = { repoUrl: project.gitRepoUrl, baseBranch: null, name: id, branch: `switchyard/${id}` };
  return await withCheckout(job, wanted, async ({ mirror, worktree: { folder } }) => {
    try {
      return await look(job, search, { mirror, worktree: folder });
    } finally {
      // The agent was told to change nothing. What it has changed nevertheless is kept in the mirror. A worktree that
      // cannot be removed now is removed with the other stale worktrees.
      const { quarantine } = job.tools.folders;
      const home = { ...mirror, signal: AbortSignal.timeout(putAwayMs) };
      await removeWorktree(home, { folder, name: id, quarantine }).catch(() => false);
    }
  });
}

async function look(
  job: Job<IssueSessionJob | AnsweringSessionJob, IssueTools>,
  { sandboxId, task, timeLimitMs }: Search,
  { mirror, worktree }: { mirror: Mirror; worktree: string },
): Promise<FoundIssue[]> {
  const { claim, tools, call } = job;
  job.reportProgress("looks for issues");
  const prompt = `${task}\n\nRead the repository in the current folder and change nothing. End with the issues that you found.`;
  const env = { SWITCHYARD_INSTRUCTIONS: task };
  const agent = chooseAgent(tools, { step: claim.kind, role: "researcher" });
  const output = await runOneOffSession(job, {
    agent,
    sandboxId,
    worktree,
    mirror,
    prompt,
    outputSchema: schema,
    timeLimitMs,
    env,
  });
  await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  const read = findings.safeParse(output);
  if (!read.success)
    throw new PermanentJobError(`The agent ended without a list of issues: ${z.prettifyError(read.error)}`);
  return read.data.issues.map(given);
}

/** Leaves out what the agent did not say. */
function given({ title, description, priority, suggestedPrompt }: z.infer<typeof issue>): FoundIssue {
  return {
    title,
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority }),
    ...(suggestedPrompt === undefined ? {} : { suggestedPrompt }),
  };
}

async function record({ call }: Job, { id: sessionId }: IssueSession, issues: FoundIssue[]): Promise<void> {
  if (issues.length > 0) await call("issueSession.createIssuesFromJson", { sessionId, issues });
}
