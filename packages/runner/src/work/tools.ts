// What every job needs to do its work.
import type { Agent, AgentSession } from "../agents/agent";
import type { Isolation } from "../agents/isolation/contract";
import type { Configuration } from "../config/configuration";
import type { Locks } from "../git/locks";
import type { Claim } from "../service/delivery";
import type { Call } from "../service/callback";
import type { Records } from "../state/records";
import type { InUse } from "./inUse";
import type { Watcher } from "../watching/watcher";

export interface Tools {
  configuration: Configuration;
  agents: ReadonlyMap<string, Agent>;
  /** What stands between all programs that work in worktrees and this machine. */
  isolation: Isolation;
  records: Records;
  /** The agents that are working now, by their sandbox. People may talk to them. */
  living: Map<string, AgentSession>;
  /** The ids of the runs, and the names of other worktrees, that are in use. */
  busy: Set<string>;
  /** The ports of the dev servers that work now, by their sandbox. */
  serving: Map<string, number>;
  /** The worktrees in which dev servers work. */
  inUse: InUse;
  locks: Locks;
  watcher: Pick<Watcher, "begin">;
  places: Places;
  log: Log;
}

/** The folders of the runner. */
interface Places {
  mirrors: string;
  worktrees: string;
  /** Checkouts that exist only while a dev server works in them. */
  servers: string;
  /** Folders of agents that work without a repository. */
  temporary: string;
  quarantine: string;
}

export interface Job<Kind extends Claim = Claim> {
  claim: Kind;
  call: Call;
  /** Also works for a while after the end of `signal`. */
  lastCall: Call;
  /** Aborts with an `Ended` when the work ends before its time. */
  signal: AbortSignal;
  tools: Tools;
  /** Tells the people at the terminal what the job is doing. */
  doing: (what: string) => void;
}

export type Log = (event: LogEvent) => void;

export type LogEvent =
  | { kind: "started"; url: string; jobs: number; kinds: readonly string[]; agents: string[] }
  | { kind: "pretending" }
  | { kind: "isolated"; isolation: Isolation["kind"]; reach: string }
  | { kind: "unreachable"; url: string; reason: string }
  | { kind: "reached"; url: string }
  | { kind: "claimed"; jobId: string; work: string; subject: string }
  | { kind: "doing"; jobId: string; what: string }
  | {
      kind: "ended";
      jobId: string;
      how: "completed" | "failed" | "cancelled" | "lost" | "handed back" | "deferred";
      reason?: string;
    }
  | { kind: "waiting"; reason: string }
  | { kind: "stopping"; jobs: number }
  | { kind: "fault"; message: string };

/** A provider refuses work until a time that it has named. The job waits until then, which counts as no attempt. */
export class Deferred extends Error {
  constructor(
    readonly untilMs: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** The work would fail again in the same way, so the job is not queued again. */
export class Hopeless extends Error {}
