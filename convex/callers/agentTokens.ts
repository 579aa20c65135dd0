// Checks the token of an agent that works on a run. Its runner gets the token for the claim under which it works
// (jobs/agentTokens.ts). The token is valid while the claim and the run last, so nothing must end it. It names its
// job: a job is found by its id, and no index of tokens costs every start of a run.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";
import { equalTexts } from "../lib/hashing";
import { agentActor } from "./actor";
import type { Actor } from "./actor";
import { isMarkedExpired } from "./credentialValidity";
import { isValid } from "./runnerTokens";

/** What all tokens of agents begin with. The id of the job follows. */
export const agentTokenPrefix = "svc_agent_";

export const agentCredential = v.object({
  jobId: v.string(),
  hash: v.string(),
  // Only requests that write have it.
  requestId: v.optional(v.string()),
});
export type AgentCredential = Infer<typeof agentCredential>;

/** What the token of an agent is for, and what was done with it. */
export const agentAccess = v.object({
  hash: v.string(),
  // The number of the claim for which the token was made.
  fence: v.number(),
  runId: v.id("runs"),
  attempt: v.number(),
  // How many issues were filed with it.
  issues: v.number(),
});

/** The run on which the agent works. All that an agent may see or change follows from it. */
export interface AgentCaller {
  job: Doc<"jobs">;
  access: Infer<typeof agentAccess>;
  run: Doc<"runs">;
  project: Doc<"projects">;
  actor: Actor;
}

/** The job that the token names. Null when the text cannot be such a token. */
export function jobOfAgentToken(token: string): string | null {
  return /^svc_agent_([a-z0-9]{31,37})_[A-Za-z0-9]+$/.exec(token)?.[1] ?? null;
}

/** Throws AUTH_INVALID. Without a time, a lease is valid until somebody notices its end. */
export async function authenticateAgent(
  ctx: QueryCtx,
  { jobId, hash }: Pick<AgentCredential, "jobId" | "hash">,
  nowMs: number | null,
): Promise<AgentCaller> {
  const id = ctx.db.normalizeId("jobs", jobId);
  const job = id === null ? null : await ctx.db.get("jobs", id);
  const access = job?.agentAccess;
  if (job === null || access === undefined || !equalTexts(access.hash, hash)) throw invalidAgentToken();
  if (!isHeld(job, access.fence, nowMs) || !(await isRunnerValid(ctx, job, nowMs))) throw invalidAgentToken();
  const run = await ctx.db.get("runs", access.runId);
  const project = await ctx.db.get("projects", job.projectId);
  if (run === null || run.attempt !== access.attempt || isOver(run)) throw invalidAgentToken();
  if (project === null || project.deletingAtMs !== undefined) throw invalidAgentToken();
  return { job, access, run, project, actor: agentActor(run) };
}

function isHeld(
  { status, fence, cancelRequested, leaseUntilMs = 0 }: Doc<"jobs">,
  claim: number,
  nowMs: number | null,
) {
  return status === "claimed" && fence === claim && !cancelRequested && (nowMs === null || leaseUntilMs > nowMs);
}

/** The end of a runner token ends the claims that were made with it. */
async function isRunnerValid(ctx: QueryCtx, { tokenId }: Doc<"jobs">, nowMs: number | null): Promise<boolean> {
  if (tokenId === undefined) return true;
  const token = await ctx.db.get("runnerTokens", tokenId);
  return token !== null && (await isValid(ctx, token, nowMs === null ? isMarkedExpired : undefined));
}

function isOver({ completedAtMs, deletedAtMs }: Doc<"runs">): boolean {
  return completedAtMs !== undefined || deletedAtMs !== undefined;
}

/** Unknown tokens and those that have ended get the same message: strangers must not learn which runs there are. */
export function invalidAgentToken(): ApiError {
  return apiError("AUTH_INVALID", "The agent's token is unknown, or its run, attempt or claim has ended.");
}
