import type { Agent } from "../agents/agent";
import { Hopeless } from "./tools";
import type { Tools } from "./tools";

interface Work {
  workflow?: string;
  step?: string;
  role?: string;
}

/** Chooses the agent by the name of the step, else by its role, else by the name of the workflow. */
export function agentFor({ configuration, agents }: Tools, { workflow = "", step = "", role = "" }: Work): Agent {
  const { steps, roles, workflows } = configuration.agentFor;
  const name = steps[step] ?? roles[role] ?? workflows[workflow] ?? configuration.agent;
  const agent = agents.get(name);
  if (agent === undefined) throw new Hopeless(`This runner has no agent "${name}".`);
  return agent;
}
