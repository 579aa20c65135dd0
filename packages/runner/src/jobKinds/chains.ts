// sprintChain.execute and workChain.execute: one run of the chain. When the job is done and the run has ended, the
// service queues the next job of the chain.
import type { Claim, Issue, SprintChain, SprintChainJob, WorkChain, WorkChainJob } from "../service/claims";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import { executeRun } from "./run/run";
import type { RunTools } from "./run/context";
import { truncate } from "../text/truncate";

export async function continueSprintChain(job: Job<SprintChainJob, RunTools>): Promise<string | null> {
  const chain = job.claim.sprintChain;
  if (chain === null) return null;
  return await doRun(job, chain.activeRunId ?? (await nextSprint(job, chain)));
}

async function nextSprint({ call }: Job, chain: SprintChain): Promise<string | null> {
  const next = chain.sprints.find(({ status }) => status === "pending");
  if (next === undefined) return null;
  return (await call("run.createChainRun", { chainId: chain.id, sprintIndex: next.index })).id;
}

export async function continueWorkChain(job: Job<WorkChainJob, RunTools>): Promise<string | null> {
  const { workChain: chain, issues = [] } = job.claim;
  if (chain === null) return null;
  return await doRun(job, chain.activeRunId ?? (await nextIssue(job, chain, issues[0])));
}

async function nextIssue({ call }: Job, { workflowId }: WorkChain, issue: Issue | undefined): Promise<string | null> {
  if (issue === undefined) return null;
  const { id: issueId, title, description, suggestedPrompt } = issue;
  const prompt = suggestedPrompt ?? [title, description ?? ""].join("\n\n").trim();
  const name = truncate(title, 200);
  return (await call("run.create", { workflowId, issueId, name, prompt, status: "pending" })).id;
}

/** A chain's run has no job of its own, so what would fail the job fails the run, and with it the chain. */
async function doRun(job: Job<Claim, RunTools>, runId: string | null): Promise<string | null> {
  if (runId === null) return null;
  const run = await job.call("run.getDelivery", { runId });
  try {
    return await executeRun(job, run);
  } catch (error) {
    if (!(error instanceof PermanentJobError)) throw error;
    await job.call("run.updateStatus", { runId, status: "failed", error: truncate(error.message, 10_000) });
    return null;
  }
}
