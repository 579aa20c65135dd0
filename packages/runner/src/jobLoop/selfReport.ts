// What the runner says about itself, so that people see which machine it is, what it can do and what is wrong with it.
import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Isolation } from "../agents/isolation/contract";
import type { Configuration } from "../config/configuration";
import { protocol, version } from "../http/identity";
import type { Log, LogEvent } from "../log/events";
import type { Call } from "../service/callback";
import { CallRefusedError } from "../service/errors";
import type { RunnerReport } from "../service/operations";
import { take, truncate } from "../text/truncate";
import type { AgentFaults } from "./agentFaults";
import type { Slots } from "./slots";

type Settings = Pick<Configuration, "name" | "agents" | "folder">;

export interface SelfReportTools {
  configuration: Settings;
  isolation: Isolation;
  agentFaults: AgentFaults;
  lastError: LastError;
  log: Log;
}

interface Reporting {
  call: Call;
  runnerId: string;
  tools: SelfReportTools;
  slots: Pick<Slots, "counts">;
  /** Ends the reports. */
  signal: AbortSignal;
}

const lookMs = 2000;
/** A runner that has many short jobs says so no more often. */
const betweenChangesMs = 5000;
/** The free space always changes, and the service hears of it once a minute. */
const unchangedMs = 60_000;
const agentsMs = 20_000;
const maxAgents = 50;
/** A runner that is short of something notices that every two seconds. */
const repeatedAfterMs = 60_000;
const bytesPerMb = 1024 ** 2;

/** Resolves when `signal` aborts, or when the service does not want reports: an older one knows none. */
export async function reportSelf({ call, runnerId, tools, slots, signal }: Reporting): Promise<void> {
  let said = { what: "", atMs: -Infinity };
  let agentsAtMs = performance.now();
  try {
    while (!signal.aborted) {
      const nowMs = performance.now();
      if (nowMs - agentsAtMs >= agentsMs) {
        await tools.agentFaults.update();
        agentsAtMs = nowMs;
      }
      const report = describeSelf(tools, slots);
      const what = JSON.stringify(report);
      const sinceMs = nowMs - said.atMs;
      if (what === said.what ? sinceMs >= unchangedMs : sinceMs >= betweenChangesMs) {
        await call("runner.report", { runnerId, ...report, freeDiskMb: await freeDiskMb(tools.configuration.folder) });
        said = { what, atMs: nowMs };
      }
      await pause(lookMs, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted || (error instanceof CallRefusedError && error.isUnknown)) return;
    const reason = error instanceof Error ? error.message : String(error);
    tools.log({ kind: "fault", message: `The runner no longer reports about itself: ${reason}` });
  }
}

function describeSelf(tools: SelfReportTools, slots: Pick<Slots, "counts">): Omit<RunnerReport, "freeDiskMb"> {
  const { configuration, isolation, agentFaults, lastError } = tools;
  const agents = take(Object.entries(configuration.agents), maxAgents);
  return {
    name: configuration.name,
    version,
    protocol,
    agents: agents.map(([name, { kind }]) => {
      const problem = agentFaults.faultOf(name);
      // The demo agent is a part of the runner.
      const surroundings = kind === "demo" ? "none" : isolation.kind;
      return { name, kind, isolation: surroundings, problem: problem === null ? null : truncate(problem, 500) };
    }),
    places: slots.counts,
    lastError: lastError.last,
  };
}

async function freeDiskMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / bytesPerMb);
}

/**
 * Keeps the last thing that went wrong with the runner. A runner that serves several projects keeps no faults of its
 * work: their texts name repositories, and every project of the deployment would read them.
 */
export class LastError {
  last: { text: string; at: number } | null = null;

  constructor(private readonly servesOneProject: boolean) {}

  log(event: LogEvent): void {
    if (event.kind === "waiting" && Date.now() - (this.last?.at ?? 0) < repeatedAfterMs) return;
    const text = this.textOf(event);
    if (text !== null && text.trim() !== "") this.last = { text: truncate(text.trim(), 500), at: Date.now() };
  }

  private textOf(event: LogEvent): string | null {
    if (event.kind === "waiting") return `Claims nothing now: ${event.reason}.`;
    return event.kind === "fault" && this.servesOneProject ? event.message : null;
  }
}
