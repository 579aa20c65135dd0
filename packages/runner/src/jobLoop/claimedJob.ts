// One claimed job from its claim to the report of its end.
import type { JobKind } from "../service/jobKinds";
import { truncate } from "../text/truncate";
import type { Service } from "../service/callback";
import type { Claim } from "../service/claims";
import { CallRefusedError } from "../service/errors";
import { JobEndedError, keepLease } from "./leaseKeeper";
import type { LeaseKeeper } from "./leaseKeeper";
import { noSlot } from "./slots";
import type { Slots } from "./slots";
import { performJob } from "../jobKinds/perform";
import { describeSubject } from "./subject";
import { RemoteGitError } from "../git/remoteGit";
import { DeferJobError } from "../jobs/contract";
import { isPermanentError } from "../jobs/isPermanentError";
import type { JobTools } from "../jobKinds/perform";
import type { LogEvent } from "../log/events";

interface Claimed {
  claim: Claim;
  claimedAtMs: number;
  runnerId: string;
  leaseMs: number;
  service: Service;
  tools: JobTools;
  /** Null for a job that needs none. */
  slots: Slots | null;
}

export interface RunningJob {
  jobId: string;
  kind: JobKind;
  lease: LeaseKeeper;
  done: Promise<void>;
}

type How = Extract<LogEvent, { kind: "ended" }>["how"];

/** Begins the work. `done` never rejects. */
export function startJob(claimed: Claimed): RunningJob {
  const { claim, claimedAtMs, runnerId, leaseMs, service, tools, slots } = claimed;
  const { id: jobId, fence } = claim;
  const lease = keepLease(service, { jobId, fence, runnerId, leaseMs, claimedAtMs });
  const holder = { jobId, runnerId, fence };
  tools.log({ kind: "claimed", jobId, work: claim.kind, subject: describeSubject(claim) });
  const slot = slots?.take(lease.signal) ?? null;
  const release = () => {
    lease.release();
    slot?.end();
  };
  return { jobId, kind: claim.kind, lease, done: work().finally(release) };

  async function work(): Promise<void> {
    const { call, lastCall, signal } = lease;
    try {
      const branch = await performJob({
        claim,
        call,
        lastCall,
        signal,
        slot: slot ?? noSlot,
        tools,
        reportProgress: (what) => tools.log({ kind: "doing", jobId, what }),
      });
      await call("job.complete", holder);
      tools.log({ kind: "ended", jobId, how: "completed", ...(branch === null ? {} : { reason: `branch ${branch}` }) });
    } catch (error) {
      await end(signal.aborted ? signal.reason : error).catch((failure: unknown) => {
        tools.log({ kind: "fault", message: `The end of ${jobId} could not be reported: ${sentence(failure)}` });
      });
    }
  }

  async function end(reason: unknown): Promise<void> {
    const how = howOf(reason);
    const error = sentence(reason).trim() || "It failed without saying why.";
    tools.log({ kind: "ended", jobId, how, reason: error });
    if (reason instanceof RemoteGitError) tools.log({ kind: "remoteFailed", message: reason.forLog });
    if (how === "lost") return;
    if (how === "handed back" || how === "deferred") {
      return await deferJob(reason instanceof DeferJobError ? reason.untilMs : 0, truncate(error, 1000));
    }
    const retryable = how === "failed" && !isPermanentError(reason);
    await lease.lastCall("job.fail", { ...holder, error: truncate(error, 10_000), retryable });
  }

  /** The service refuses a time that has passed: its clock may be ahead, or the call may have needed several tries. */
  async function deferJob(wantedMs: number, reason: string, aheadMs = 2000): Promise<void> {
    const nowMs = Date.now();
    const until = Math.min(Math.max(wantedMs, nowMs + aheadMs), nowMs + maxWaitMs);
    try {
      await lease.lastCall("job.defer", { ...holder, until, reason });
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.isTimeInPast) || aheadMs >= maxAheadMs) throw error;
      await deferJob(wantedMs, reason, aheadMs * 5);
    }
  }
}

/** The last try. A runner whose clock is further behind cannot hand back its jobs. */
const maxAheadMs = 50_000;
const maxWaitMs = 7 * 24 * 3_600_000 - 60_000;

function howOf(reason: unknown): How {
  if (reason instanceof CallRefusedError && reason.isStaleLease) return "lost";
  if (reason instanceof DeferJobError) return "deferred";
  if (!(reason instanceof JobEndedError)) return "failed";
  return { lost: "lost" as const, cancelled: "cancelled" as const, stopping: "handed back" as const }[reason.kind];
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
