import type { Apart } from "../git/inside";
import { aloneIn } from "../git/mirror";
import type { Home } from "../git/mirror";
import type { Tools } from "./tools";

/** git in worktrees stands behind the isolation of the agents. Its image is that of the agent for everything. */
export function apartIn({ isolation, configuration }: Tools): Apart {
  const { agent, agents } = configuration;
  const images = [agents[agent], ...Object.values(agents)].map((settings) => settings?.["dockerImage"]);
  const dockerImage = images.find((image) => typeof image === "string") ?? null;
  return { isolation, dockerImage };
}

/** A mirror of this runner. */
export function homeIn(tools: Tools, folder: string): Home {
  return { folder, apart: apartIn(tools), alone: aloneIn(tools.locks, folder) };
}
