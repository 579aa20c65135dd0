import type { Agent } from "./agents/agent";
import { agentOf } from "./agents/agents";
import type { Configuration } from "./config/configuration";

/** The agents that the configuration names. Throws ConfigurationFault. */
export function agentsOf({ agents, permissions, passEnv, silenceMinutes }: Configuration): ReadonlyMap<string, Agent> {
  const forAll = { permissions, passEnv, silenceMs: silenceMinutes * 60_000 };
  return new Map(Object.entries(agents).map(([name, settings]) => [name, agentOf(name, settings, forAll)]));
}
