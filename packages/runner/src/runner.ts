// Puts the parts of a runner together. Tests hand in agents of their own.
import path from "node:path";
import { removeOrSetAside } from "./agentFiles/removeFolder";
import { programsOf } from "./configuredAgents";
import type { Agent } from "./agents/agent";
import { chooseIsolation } from "./agents/isolation/chooseIsolation";
import { killStraysBelow } from "./agents/process/processes";
import type { Configuration } from "./config/configuration";
import { Locks } from "./git/locks";
import { removeStaleBelow } from "./git/staleLocks";
import { callbackOf } from "./service/callback";
import { Contact } from "./service/reachability";
import { holdFolder } from "./state/folderLock";
import { Records } from "./state/workRecords";
import { WatchedRequests } from "./pullRequestWatch/watchedPullRequests";
import { Watcher } from "./pullRequestWatch/watcher";
import { InUse } from "./worktrees/worktreeUses";
import { runJobs } from "./jobLoop/loop";
import type { Log } from "./log/events";

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
  const tell = (message: string) => log({ kind: "fault", message });
  const ending = new AbortController();
  const over = AbortSignal.any([stopping, ending.signal]);
  try {
    const folders = {
      mirrors: path.join(folder, "repositories"),
      worktrees: path.join(folder, "worktrees"),
      servers: path.join(folder, "servers"),
      temporary: path.join(folder, "temporary"),
      quarantine: path.join(folder, "quarantine"),
    };
    // A runner that was killed may have left agents behind. They would change worktrees that other agents use.
    await killStraysBelow(folder);
    const leftovers = path.join(folder, "leftovers");
    for (const place of [folders.servers, folders.temporary]) {
      const left = await removeOrSetAside(place, leftovers);
      if (left !== null) tell(left);
    }
    const programs = programsOf(configuration);
    const { isolation, reach } = await chooseIsolation({
      isolation: configuration.isolation,
      folders: [folder],
      haveImages: programs.every(({ hasImage }) => hasImage),
      cutOff: programs.filter(({ isCutOff }) => isCutOff).map(({ place }) => place),
    });
    await removeStaleBelow(folders.mirrors);
    const records = new Records(path.join(folder, "state"), tell);
    log({ kind: "started", url, jobs, kinds, agents: [...agents.keys()] });
    if (!configuration.isAgentNamed) log({ kind: "pretending" });
    if (programs.length > 0) log({ kind: "isolated", isolation: isolation.kind, reach });
    const service = { url, token, contact: new Contact(url, log) };
    const watcher = new Watcher({
      requests: new WatchedRequests(path.join(folder, "requests"), tell),
      call: callbackOf(service, over),
      everyMs: configuration.checksEverySeconds * 1000,
      log,
    });
    const tools = {
      configuration,
      watcher,
      agents,
      isolation,
      records,
      activeSessions: new Map(),
      busy: new Set<string>(),
      devServerPorts: new Map<string, number>(),
      inUse: new InUse(),
      locks: new Locks(),
      folders,
      log,
    };
    const watching = watcher.run(over);
    try {
      await runJobs({ service, tools, stopping });
    } finally {
      ending.abort(new Error("The runner has ended."));
      await watching;
    }
  } finally {
    letGo();
  }
}
