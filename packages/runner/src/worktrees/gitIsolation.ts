import type { GitIsolation } from "../git/isolatedGit";
import { exclusiveAccess } from "../git/mirror";
import type { WorktreeMirror } from "../git/mirror";
import type { Isolation } from "../agents/isolation/contract";
import type { Configuration } from "../config/configuration";
import type { NamedLocks } from "../git/locks";

interface IsolationTools {
  isolation: Isolation;
  configuration: Pick<Configuration, "agent" | "agents">;
}

export interface MirrorTools extends IsolationTools {
  locks: NamedLocks;
}

const minuteMs = 60_000;
/** A job's own git may have much to read. What holds the git of other worktrees must not hold the runner for long. */
const patienceMs = { job: 30 * minuteMs, housekeeping: 2 * minuteMs };

/** git in worktrees has the isolation of the agents. Its image is that of the agent for everything. */
export function createGitIsolation(
  { isolation, configuration }: IsolationTools,
  purpose: keyof typeof patienceMs,
): GitIsolation {
  const { agent, agents } = configuration;
  const images = [agents[agent], ...Object.values(agents)].map((settings) => settings?.["dockerImage"]);
  const dockerImage = images.find((image) => typeof image === "string") ?? null;
  return { isolation, dockerImage, patienceMs: patienceMs[purpose] };
}

/** A mirror of this runner, for what no job does. */
export function housekeepingMirror(tools: MirrorTools, folder: string, signal: AbortSignal): WorktreeMirror {
  return {
    folder,
    gitIsolation: createGitIsolation(tools, "housekeeping"),
    signal,
    exclusively: exclusiveAccess(tools.locks, folder),
  };
}
