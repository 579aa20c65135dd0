// What happens in the runner, for people and programs that watch it.
export type Log = (event: LogEvent) => void;

export type LogEvent =
  | { kind: "started"; url: string; jobs: number; kinds: readonly string[]; agents: string[] }
  | { kind: "pretending" }
  | { kind: "isolated"; isolation: "bubblewrap" | "docker" | "none"; reach: string }
  | { kind: "agentMissing"; agent: string; reason: string }
  | { kind: "agentFound"; agent: string }
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
  /** With words of another machine, which only the people of this one may read. */
  | { kind: "remoteFailed"; message: string }
  /** The service shows the last one, where all that read it may. */
  | { kind: "fault"; message: string };
