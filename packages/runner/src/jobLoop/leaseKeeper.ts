// A claimed job is held by heartbeats until it is released. Everything that is done for it ends with `signal`: when the
// work was called off, when the lease is lost, or when the runner stops.
import { setTimeout as pause } from "node:timers/promises";
import { createCall } from "../service/callback";
import type { Call, Lease, Service } from "../service/callback";
import { CallRefusedError } from "../service/errors";
import { ConcurrencyLimit } from "../service/concurrencyLimit";
import type { OperationName } from "../service/operations";

export type JobEndReason = "cancelled" | "lost" | "stopping";

/** Why the work on a job ends before its time. */
export class JobEndedError extends Error {
  constructor(readonly kind: JobEndReason) {
    super({ cancelled: "The job was cancelled.", lost: "The lease was lost.", stopping: "The runner stops." }[kind]);
  }
}

export interface LeaseKeeper {
  /** Aborts with an `JobEndedError`. */
  signal: AbortSignal;
  /**
   * Calls under the lease, until the end. A refusal because of a stale lease, or of work that was called off meanwhile,
   * ends the work at once.
   */
  call: Call;
  /** Like `call`, but tries for a while after the end, unless the lease is lost. It reports what was said before. */
  lastCall: Call;
  end(kind: JobEndReason): void;
  release(): void;
}

interface KeptLease extends Lease {
  runnerId: string;
  leaseMs: number;
  /** The time of `performance.now()` at the claim. A leap of the clock must not end a lease. */
  claimedAtMs: number;
}

/** The time that a runner has to report how a job ended that was called off. */
const finalReportMs = 10_000;

/** One job must not take all the connections that the service gives to an address. An agent asks 20 things at most. */
const [maxWaiting, maxOthers] = [24, 8];

const reportsOfEnd: ReadonlySet<string> = new Set(["job.complete", "job.fail", "job.defer"] satisfies OperationName[]);

export function keepLease(service: Service, { runnerId, leaseMs, claimedAtMs, ...lease }: KeptLease): LeaseKeeper {
  const over = new AbortController();
  const silent = new AbortController();
  const released = new AbortController();
  const end = (kind: JobEndReason) => {
    if (kind === "lost") silent.abort(new JobEndedError(kind));
    else setTimeout(() => silent.abort(new JobEndedError(kind)), finalReportMs).unref();
    over.abort(new JobEndedError(kind));
  };
  let isEndReported = false;
  const watched = (call: Call): Call => {
    return async (operation, args) => {
      isEndReported ||= reportsOfEnd.has(operation);
      try {
        return await call(operation, args);
      } catch (error) {
        if (error instanceof CallRefusedError) await endForRefusal(error);
        throw error;
      }
    };
  };
  // The heartbeats are not counted.
  const bounded: Service = {
    ...service,
    limits: { waiting: new ConcurrencyLimit(maxWaiting), others: new ConcurrencyLimit(maxOthers) },
  };
  const call = watched(createCall(bounded, over.signal, lease));
  const lastCall = watched(createCall(bounded, silent.signal, lease));
  void beat();
  return { signal: over.signal, call, lastCall, end, release: () => released.abort() };

  async function beat(): Promise<void> {
    let heldUntilMs = claimedAtMs + leaseMs;
    while (!(await isOver(leaseMs / 3))) {
      const sentAtMs = performance.now();
      const until = AbortSignal.timeout(Math.max(1, Math.ceil(heldUntilMs - sentAtMs)));
      try {
        if (await isCalledOff(until)) return end("cancelled");
        heldUntilMs = sentAtMs + leaseMs;
      } catch (error) {
        // A report of the job's end may overtake a heartbeat, which is refused then. The report's own answer says more.
        if (isEndReported && error instanceof CallRefusedError) return;
        // Either the service refuses the heartbeat, or it gave no answer until the lease ran out.
        if (!released.signal.aborted) end("lost");
        return;
      }
    }
  }

  async function isCalledOff(until: AbortSignal): Promise<boolean> {
    const heartbeat = createCall(service, AbortSignal.any([released.signal, until]));
    return (await heartbeat("job.heartbeat", { runnerId, ...lease })).cancelRequested;
  }

  /** The service refuses much for a run that is cancelled, and the next heartbeat would say so only later. */
  async function endForRefusal(refusal: CallRefusedError): Promise<void> {
    if (refusal.isStaleLease) return end("lost");
    if (isEndReported || over.signal.aborted) return;
    // Without an answer the next heartbeat says more.
    if (await isCalledOff(AbortSignal.timeout(Math.ceil(leaseMs / 3))).catch(() => false)) end("cancelled");
  }

  async function isOver(ms: number): Promise<boolean> {
    await pause(ms, undefined, { signal: released.signal }).catch(() => undefined);
    return released.signal.aborted;
  }
}
