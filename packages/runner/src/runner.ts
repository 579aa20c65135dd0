// Puts the parts of a runner together. Tests hand in agents of their own.
import path from "node:path";
import type { Agent } from "./agents/agent";
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
  const held = await holdFolder(folder);
  try {
    const places = {
      mirrors: path.join(folder, "repositories"),
      worktrees: path.join(folder, "worktrees"),
      quarantine: path.join(folder, "quarantine"),
    };
    const records = new Records(path.join(folder, "state"));
    log({ kind: "started", url, jobs, kinds, agents: [...agents.keys()] });
    const tools = { configuration, agents, records, locks: new Locks(), places, mark: held.mark, log };
    await runJobs({ service: { url, token }, tools, stopping });
  } finally {
    await held.release();
  }
}
