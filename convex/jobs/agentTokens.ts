// Makes the token with which the agent of a run may file issues, ask people and look learnings up (mcp/agentTools.ts).
// The runner hands it to its agent. A further one for the same claim replaces it.
import { internal } from "../_generated/api";
import { makeSecret } from "../apiKeys/secret";
import type { CallerCtx, OperationCall } from "../callback/caller";
import { agentTokenPrefix } from "../callers/agentTokens";
import type { AgentTokenRequest } from "./requests";

export interface AgentTokenView {
  token: string;
}

/** Only the hash of the token reaches the transaction. */
export async function makeAgentToken(
  ctx: CallerCtx,
  { lease, input }: OperationCall<AgentTokenRequest>,
): Promise<AgentTokenView> {
  const { raw: token, hash } = await makeSecret(`${agentTokenPrefix}${input.jobId.replace(/^job_/, "")}_`);
  await ctx.runMutation(internal.jobs.agentTokenOperations.keepAgentToken, { lease, input: { ...input, hash } });
  return { token };
}
