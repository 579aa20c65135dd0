// A claimed job is held by heartbeats until it is released. Everything that is done for it ends with `signal`: when the
// work was called off, when the lease is lost, or when the runner stops.
import { setTimeout as pause } from "node:timers/promises";
import { callbackOf } from "../service/callback";
import type { Call, Lease, Service } from "../service/callback";
import { Refused } from "../service/errors";
import { Places } from "../service/concurrencyLimit";
import type { OperationName } from "../service/operations";

export type EndKind = "cancelled" | "lost" | "stopping";

/** Why the work on a job ends before its time. */
export class Ended extends Error {
  constructor(readonly kind: EndKind) {
    super({ cancelled: "The job was cancelled.", lost: "The lease was lost.", stopping: "The runner stops." }[kind]);
  }
}

export interface Holding {
  /** Aborts with an `Ended`. */
  signal: AbortSignal;
  /** Calls under the lease, until the end. A refusal because of a stale lease ends the work at once. */
  call: Call;
  /** Like `call`, but tries for a while after the end, unless the lease is lost. It reports what was said before. */
  lastCall: Call;
  end(kind: EndKind): void;
  release(): void;
}

interface Held extends Lease {
  runnerId: string;
  leaseMs: number;
  /** The time of `performance.now()` at the claim. A leap of the clock must not end a lease. */
  claimedAtMs: number;
}

/** The time that a runner has to report how a job ended that was called off. */
const lastWordsMs = 10_000;

/** One job must not take all the connections that the service gives to an address. An agent asks 20 things at most. */
const [maxWaiting, maxOthers] = [24, 8];

const reportsOfEnd: ReadonlySet<string> = new Set(["job.complete", "job.fail", "job.defer"] satisfies OperationName[]);

export function hold(service: Service, { runnerId, leaseMs, claimedAtMs, ...lease }: Held): Holding {
  const over = new AbortController();
  const silent = new AbortController();
  const released = new AbortController();
  const end = (kind: EndKind) => {
    if (kind === "lost") silent.abort(new Ended(kind));
    else setTimeout(() => silent.abort(new Ended(kind)), lastWordsMs).unref();
    over.abort(new Ended(kind));
  };
  let isEndReported = false;
  const watched = (call: Call): Call => {
    return async (operation, args) => {
      isEndReported ||= reportsOfEnd.has(operation);
      try {
        return await call(operation, args);
      } catch (error) {
        if (error instanceof Refused && error.isStale) end("lost");
        throw error;
      }
    };
  };
  // The heartbeats are not counted.
  const bounded = { ...service, places: { waiting: new Places(maxWaiting), others: new Places(maxOthers) } };
  const call = watched(callbackOf(bounded, over.signal, lease));
  const lastCall = watched(callbackOf(bounded, silent.signal, lease));
  void beat();
  return { signal: over.signal, call, lastCall, end, release: () => released.abort() };

  async function beat(): Promise<void> {
    let heldUntilMs = claimedAtMs + leaseMs;
    while (!(await isOver(leaseMs / 3))) {
      const sentAtMs = performance.now();
      const until = AbortSignal.timeout(Math.max(1, Math.ceil(heldUntilMs - sentAtMs)));
      try {
        const told = await callbackOf(service, AbortSignal.any([released.signal, until]))("job.heartbeat", {
          runnerId,
          ...lease,
        });
        if (told.cancelRequested) return end("cancelled");
        heldUntilMs = sentAtMs + leaseMs;
      } catch (error) {
        // A report of the job's end may overtake a heartbeat, which is refused then. The report's own answer says more.
        if (isEndReported && error instanceof Refused) return;
        // Either the service refuses the heartbeat, or it gave no answer until the lease ran out.
        if (!released.signal.aborted) end("lost");
        return;
      }
    }
  }

  async function isOver(ms: number): Promise<boolean> {
    await pause(ms, undefined, { signal: released.signal }).catch(() => undefined);
    return released.signal.aborted;
  }
}
