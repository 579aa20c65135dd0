import type { Agent } from "./agents/agent";
import { agentOf } from "./agents/agents";
import type { Configuration } from "./config/configuration";

/** The agents that the configuration names. Throws ConfigurationFault. */
export function agentsOf({ agents, permissions, passEnv, silenceMinutes }: Configuration): ReadonlyMap<string, Agent> {
  const forAll = { permissions, passEnv, silenceMs: silenceMinutes * 60_000 };
  return new Map(Object.entries(agents).map(([name, settings]) => [name, agentOf(name, settings, forAll)]));
}

/** Everything that the configuration has started in worktrees. The demo agent starts nothing. */
export function programsOf({ agents, setup, devServer }: Configuration): { hasImage: boolean }[] {
  const ofAgents = Object.values(agents).filter(({ kind }) => kind !== "demo");
  const programs: (Record<string, unknown> | undefined)[] = [...ofAgents, setup, devServer];
  return programs.flatMap((program) => (program === undefined ? [] : [{ hasImage: "dockerImage" in program }]));
}
