import type { Apart } from "../git/isolatedGit";
import { aloneIn } from "../git/mirror";
import type { Home } from "../git/mirror";
import type { Isolation } from "../agents/isolation/contract";
import type { Configuration } from "../config/configuration";
import type { Locks } from "../git/locks";

interface IsolationTools {
  isolation: Isolation;
  configuration: Pick<Configuration, "agent" | "agents">;
}

export interface MirrorTools extends IsolationTools {
  locks: Locks;
}

const minuteMs = 60_000;
/** A job's own git may have much to read. What holds the git of other worktrees must not hold the runner for long. */
const patienceMs = { job: 30 * minuteMs, housekeeping: 2 * minuteMs };

/** git in worktrees has the isolation of the agents. Its image is that of the agent for everything. */
export function apartIn({ isolation, configuration }: IsolationTools, purpose: keyof typeof patienceMs): Apart {
  const { agent, agents } = configuration;
  const images = [agents[agent], ...Object.values(agents)].map((settings) => settings?.["dockerImage"]);
  const dockerImage = images.find((image) => typeof image === "string") ?? null;
  return { isolation, dockerImage, patienceMs: patienceMs[purpose] };
}

/** A mirror of this runner, for what no job does. */
export function homeIn(tools: MirrorTools, folder: string, signal: AbortSignal): Home {
  return { folder, apart: apartIn(tools, "housekeeping"), signal, alone: aloneIn(tools.locks, folder) };
}
