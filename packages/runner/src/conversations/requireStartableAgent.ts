import type { Agent } from "../agents/agent";
import type { Isolation } from "../agents/isolation/contract";
import type { Configuration } from "../config/configuration";
import { DeferJobError } from "../jobs/contract";

export interface StartableTools {
  configuration: Pick<Configuration, "name">;
  isolation: Isolation;
}

interface Wanted {
  agent: Agent;
  /** The number of the claim. */
  fence: number;
  /** The variables of the project. */
  env: Record<string, string>;
}

/**
 * Throws DeferJobError when the agent cannot start on this machine, for instance because its program is not installed.
 * Waiting costs the job no attempt: another runner may have the agent, or somebody installs it meanwhile.
 */
export async function requireStartableAgent(tools: StartableTools, { agent, fence, env }: Wanted): Promise<void> {
  const fault = await agent.findFault(tools.isolation, env);
  if (fault === null) return;
  const untilMs = Date.now() + Math.min(firstMs * fence, longestMs);
  throw new DeferJobError(untilMs, `${tools.configuration.name} cannot start the agent ${agent.name}. ${fault}`);
}

/** Another runner may take the job soon. With each claim it is less likely that there is one. */
const [firstMs, longestMs] = [5000, 10 * 60_000];
