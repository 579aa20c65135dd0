import type { Agent } from "./agents/agent";
import { createAgent } from "./agents/createAgent";
import type { Configuration } from "./config/configuration";

/** The agents that the configuration names. Throws ConfigurationError. */
export function configuredAgents({
  agents,
  permissions,
  passEnv,
  silenceMinutes,
  configurationFolder: programFolder,
}: Configuration): ReadonlyMap<string, Agent> {
  const forAll = { permissions, passEnv, programFolder, silenceMs: silenceMinutes * 60_000 };
  return new Map(Object.entries(agents).map(([name, settings]) => [name, createAgent(name, settings, forAll)]));
}

type Programs = Pick<Configuration, "agents" | "gates" | "setup" | "devServer">;

interface Program {
  /** Where the configuration names it. */
  place: string;
  hasImage: boolean;
  /** Whether it must not have the network of the machine. */
  isCutOff: boolean;
}

/** Everything that the configuration has started in worktrees. The demo agent starts Node at most. */
export function configuredPrograms({ agents, setup, gates, devServer }: Programs): Program[] {
  const ofAgents = Object.entries(agents).filter(([, { kind }]) => kind !== "demo");
  const programs: [place: string, program: Record<string, unknown> | undefined][] = [
    ...ofAgents.map(([name, agent]) => [`agents.${name}`, agent] satisfies [string, Record<string, unknown>]),
    ["setup", setup],
    // Without settings of their own, gates have no say in what isolates the agents.
    ["gates", Object.keys(gates).length === 0 ? undefined : gates],
    ["devServer", devServer],
  ];
  return programs.flatMap(([place, program]) =>
    program === undefined
      ? []
      : [{ place, hasImage: "dockerImage" in program, isCutOff: program["network"] === "none" }],
  );
}
