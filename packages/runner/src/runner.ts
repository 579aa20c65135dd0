// Puts the parts of a runner together. Tests hand in agents of their own.
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Agent } from "./agents/agent";
import { killStrays } from "./agents/process/living";
import type { Configuration } from "./config/configuration";
import { Locks } from "./git/locks";
import { holdFolder } from "./state/folder";
import { Records } from "./state/records";
import { runJobs } from "./work/loop";
import type { Log } from "./work/tools";

interface Parts {
  configuration: Configuration;
  agents: ReadonlyMap<string, Agent>;
  log: Log;
  stopping: AbortSignal;
}

/** Resolves when the runner was told to stop and has ended or handed back its jobs. */
export async function startRunner({ configuration, agents, log, stopping }: Parts): Promise<void> {
  const { folder, url, token, jobs, kinds } = configuration;
  const letGo = await holdFolder(folder);
  try {
    const places = {
      mirrors: path.join(folder, "repositories"),
      worktrees: path.join(folder, "worktrees"),
      quarantine: path.join(folder, "quarantine"),
    };
    await endLeftAgents(places.worktrees);
    const records = new Records(path.join(folder, "state"));
    log({ kind: "started", url, jobs, kinds, agents: [...agents.keys()] });
    const tools = {
      configuration,
      agents,
      records,
      living: new Map(),
      busy: new Set<string>(),
      locks: new Locks(),
      places,
      log,
    };
    await runJobs({ service: { url, token }, tools, stopping });
  } finally {
    await letGo();
  }
}

/** A runner that was killed may have left agents behind. They would change worktrees that other agents use. */
async function endLeftAgents(worktrees: string): Promise<void> {
  const names = await readdir(worktrees).catch(() => []);
  for (const name of names) await killStrays(path.join(worktrees, name));
}
