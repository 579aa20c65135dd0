import type { Agent } from "../agents/agent";
import type { Configuration } from "../config/configuration";
import { PermanentJobError } from "../jobs/contract";

export interface AgentChoiceTools {
  configuration: Pick<Configuration, "agent" | "agentFor">;
  agents: ReadonlyMap<string, Agent>;
}

interface Work {
  workflow?: string;
  step?: string;
  role?: string;
  /** The agent that the step's persona names. Another runner may have one of this name. */
  persona?: string | null;
}

/**
 * Chooses the agent: the runner's configuration for the step or the role, else the step's persona, as far as the runner
 * has its agent, else the configuration for the workflow or for everything.
 */
export function chooseAgent(
  { configuration, agents }: AgentChoiceTools,
  { workflow = "", step = "", role = "", persona }: Work,
): Agent {
  const { steps, roles, workflows } = configuration.agentFor;
  const named = persona != null && agents.has(persona) ? persona : undefined;
  const name = own(steps, step) ?? own(roles, role) ?? named ?? own(workflows, workflow) ?? configuration.agent;
  const agent = agents.get(name);
  if (agent === undefined) throw new PermanentJobError(`This runner has no agent "${name}".`);
  return agent;
}

/** A step may be called `constructor`. */
function own(names: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
