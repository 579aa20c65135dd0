// Puts the parts of a runner together. Tests hand in agents of their own.
import path from "node:path";
import { removeOrSetAside } from "./agentFiles/removeFolder";
import { configuredPrograms } from "./configuredAgents";
import type { Agent } from "./agents/agent";
import { chooseIsolation } from "./agents/isolation/chooseIsolation";
import { killLeftProcesses } from "./agents/process/processes";
import type { Configuration } from "./config/configuration";
import { NamedLocks } from "./git/locks";
import { removeStaleFiles } from "./git/staleLocks";
import { AnswerFiles } from "./codeHosts/answers";
import { HostLimits } from "./codeHosts/limits";
import { Reachability } from "./service/reachability";
import { lockFolder } from "./state/folderLock";
import { EndedSessions } from "./state/endedSessions";
import { WorkRecords } from "./state/workRecords";
import { WorktreeUses } from "./worktrees/worktreeUses";
import { AgentFaults } from "./jobLoop/agentFaults";
import { LastError } from "./jobLoop/selfReport";
import { runJobs } from "./jobLoop/loop";
import type { Log } from "./log/events";

/** Such a token serves one project, and the deployment's secret all of them. */
const runnerTokenPrefix = "svc_runner_";

interface Parts {
  configuration: Configuration;
  agents: ReadonlyMap<string, Agent>;
  log: Log;
  stopping: AbortSignal;
}

/** Resolves when the runner was told to stop and has ended or handed back its jobs. */
export async function startRunner({ configuration, agents, log: show, stopping }: Parts): Promise<void> {
  const { folder, url, token, jobs, kinds } = configuration;
  const lastError = new LastError(token.startsWith(runnerTokenPrefix));
  const log: Log = (event) => {
    lastError.log(event);
    show(event);
  };
  const letGo = await lockFolder(folder);
  const warn = (message: string) => log({ kind: "fault", message });
  try {
    const folders = {
      mirrors: path.join(folder, "repositories"),
      worktrees: path.join(folder, "worktrees"),
      servers: path.join(folder, "servers"),
      temporary: path.join(folder, "temporary"),
      quarantine: path.join(folder, "quarantine"),
    };
    // A runner that was killed may have left agents behind. They would change worktrees that other agents use.
    await killLeftProcesses(folder);
    const leftovers = path.join(folder, "leftovers");
    // Earlier versions kept there at which pull requests they looked. The service knows it now.
    const watched = path.join(folder, "requests");
    for (const place of [folders.servers, folders.temporary, watched]) {
      const left = await removeOrSetAside(place, leftovers);
      if (left !== null) warn(left);
    }
    const programs = configuredPrograms(configuration);
    const { isolation, reach } = await chooseIsolation({
      isolation: configuration.isolation,
      folders: [folder],
      haveImages: programs.every(({ hasImage }) => hasImage),
      cutOff: programs.filter(({ isCutOff }) => isCutOff).map(({ place }) => place),
    });
    await removeStaleFiles(folders.mirrors);
    const records = new WorkRecords(path.join(folder, "state"), warn);
    log({ kind: "started", url, jobs, kinds, agents: [...agents.keys()] });
    if (!configuration.isAgentNamed) log({ kind: "pretending" });
    if (programs.length > 0) log({ kind: "isolated", isolation: isolation.kind, reach });
    const endedSessions = new EndedSessions(path.join(folder, "sessions"), warn);
    await endedSessions.prune();
    const agentFaults = new AgentFaults(agents, isolation, log);
    await agentFaults.begin(kinds);
    const service = { url, token, reachability: new Reachability(url, log) };
    const hostAnswers = new AnswerFiles(path.join(folder, "looks"), warn);
    await hostAnswers.prune();
    const tools = {
      configuration,
      hostAnswers,
      hostLimits: new HostLimits(),
      agents,
      isolation,
      agentFaults,
      lastError,
      records,
      endedSessions,
      activeSessions: new Map(),
      activeWork: new Set<string>(),
      devServerPorts: new Map<string, number>(),
      worktreeUses: new WorktreeUses(),
      locks: new NamedLocks(),
      folders,
      log,
    };
    await runJobs({ service, tools, stopping });
  } finally {
    letGo();
  }
}
