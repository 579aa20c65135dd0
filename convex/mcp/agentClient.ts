// The agent of a run as a client: it shows a token of its run instead of a key. REST does not know it. Each of its
// tools has a function of its own, which checks the token in its transaction and takes the run and the project from it.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { AgentCredential } from "../callers/agentTokens";
import { invalidAgentToken, jobOfAgentToken } from "../callers/agentTokens";
import { sha256Hex } from "../lib/hashing";

export interface AgentClient {
  kind: "agent";
  ctx: ActionCtx;
  credential: AgentCredential;
}

/** Throws AUTH_INVALID. */
export async function admitAgent(ctx: ActionCtx, token: string, requestId: string): Promise<AgentClient> {
  const jobId = jobOfAgentToken(token);
  if (jobId === null) throw invalidAgentToken();
  const credential = { jobId, hash: await sha256Hex(token) };
  await ctx.runQuery(internal.agents.admission.check, { credential, input: {} });
  return { kind: "agent", ctx, credential: { ...credential, requestId } };
}
