// One claimed job from its claim to the report of its end.
import type { JobKind } from "../service/jobKinds";
import { Unusable } from "../git/importObjects";
import { beginning } from "../text/truncate";
import type { Service } from "../service/callback";
import type { Claim } from "../service/claims";
import { Refused } from "../service/errors";
import { Ended, hold } from "./leaseKeeper";
import type { Holding } from "./leaseKeeper";
import { perform } from "../jobKinds/perform";
import { subjectOf } from "./subject";
import { Deferred, Hopeless } from "../jobs/contract";
import type { JobTools } from "../jobKinds/perform";
import type { LogEvent } from "../log/events";

interface Claimed {
  claim: Claim;
  claimedAtMs: number;
  runnerId: string;
  leaseMs: number;
  service: Service;
  tools: JobTools;
}

export interface Working {
  jobId: string;
  kind: JobKind;
  holding: Holding;
  done: Promise<void>;
}

type How = Extract<LogEvent, { kind: "ended" }>["how"];

/** Begins the work. `done` never rejects. */
export function workOn(claimed: Claimed): Working {
  const { claim, claimedAtMs, runnerId, leaseMs, service, tools } = claimed;
  const { id: jobId, fence } = claim;
  const holding = hold(service, { jobId, fence, runnerId, leaseMs, claimedAtMs });
  const holder = { jobId, runnerId, fence };
  tools.log({ kind: "claimed", jobId, work: claim.kind, subject: subjectOf(claim) });
  return { jobId, kind: claim.kind, holding, done: work().finally(() => holding.release()) };

  async function work(): Promise<void> {
    const { call, lastCall, signal } = holding;
    try {
      await perform({
        claim,
        call,
        lastCall,
        signal,
        tools,
        doing: (what) => tools.log({ kind: "doing", jobId, what }),
      });
      await call("job.complete", holder);
      tools.log({ kind: "ended", jobId, how: "completed" });
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
    if (how === "lost") return;
    if (how === "handed back" || how === "deferred") {
      return await putOff(reason instanceof Deferred ? reason.untilMs : 0, beginning(error, 1000));
    }
    // What an agent has broken in git would be broken again, and each try is an agent's work.
    const isHopeless = reason instanceof Hopeless || reason instanceof Unusable;
    const retryable = how === "failed" && !isHopeless;
    await holding.lastCall("job.fail", { ...holder, error: beginning(error, 10_000), retryable });
  }

  /** The service refuses a time that has passed: its clock may be ahead, or the call may have needed several tries. */
  async function putOff(wantedMs: number, reason: string, aheadMs = 2000): Promise<void> {
    const nowMs = Date.now();
    const until = Math.min(Math.max(wantedMs, nowMs + aheadMs), nowMs + maxWaitMs);
    try {
      await holding.lastCall("job.defer", { ...holder, until, reason });
    } catch (error) {
      if (!(error instanceof Refused && error.isLate) || aheadMs >= maxAheadMs) throw error;
      await putOff(wantedMs, reason, aheadMs * 5);
    }
  }
}

/** The last try. A runner whose clock is further behind cannot hand back its jobs. */
const maxAheadMs = 50_000;
const maxWaitMs = 7 * 24 * 3_600_000 - 60_000;

function howOf(reason: unknown): How {
  if (reason instanceof Refused && reason.isStale) return "lost";
  if (reason instanceof Deferred) return "deferred";
  if (!(reason instanceof Ended)) return "failed";
  return { lost: "lost" as const, cancelled: "cancelled" as const, stopping: "handed back" as const }[reason.kind];
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
