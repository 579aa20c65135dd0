// Claims jobs while there is room, and works on several of them at once.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { JobKind } from "../service/jobKinds";
import { createCall } from "../service/callback";
import type { Service } from "../service/callback";
import type { Claim } from "../service/claims";
import { removeStaleWorktrees } from "../worktrees/staleWorktrees";
import { reportSelf } from "./selfReport";
import type { SelfReportTools } from "./selfReport";
import { startJob } from "./claimedJob";
import { Slots } from "./slots";
import type { RunningJob } from "./claimedJob";
import { findResourceShortage } from "./freeResources";
import { Housekeeping } from "../worktrees/housekeeping";
import type { Configuration } from "../config/configuration";
import type { JobTools } from "../jobKinds/perform";
import type { HousekeepingTools } from "../worktrees/housekeeping";

type LoopTools = JobTools & HousekeepingTools & SelfReportTools & { configuration: LoopSettings };

type LoopSettings = Pick<
  Configuration,
  | "name"
  | "jobs"
  | "waitingAgents"
  | "kinds"
  | "once"
  | "leaseSeconds"
  | "drainSeconds"
  | "minFreeMemoryMb"
  | "minFreeDiskGb"
>;

/** A runner that stops waits for the answer of its last claim, since the service may have given it a job. */
const waitMs = 5000;
const lookAgainMs = 2000;
/** A runner that stops does not wait longer than this for what the service knows of its worktrees. */
const lastLookMs = 10_000;
/** A runner that ends when there is nothing to do does not wait longer than this for a service that is not there. */
const patienceMs = 5000;

interface Loop {
  service: Service;
  tools: LoopTools;
  /** Aborts when the runner must not claim any more. */
  stopping: AbortSignal;
}

/**
 * Jobs that take no slot, and how many of each group work at once. People wait for what they ask of a sandbox or a
 * repository, and the agent that a message is for is working on one of the jobs with a slot. Looks at pull requests
 * only wait for the code host, and many are due when a runner starts.
 */
const groups: readonly { kinds: ReadonlySet<string>; max: number }[] = [
  { kinds: new Set<JobKind>(["sandbox.message", "sandbox.devServer", "repository.check"]), max: 16 },
  { kinds: new Set<JobKind>(["pullRequest.look"]), max: 4 },
];

function groupOf(kind: string) {
  return groups.find(({ kinds }) => kinds.has(kind)) ?? null;
}

/** Resolves when the runner has stopped and holds no job any more. Rejects when no call can succeed. */
export async function runJobs({ service, tools, stopping }: Loop): Promise<void> {
  const { configuration } = tools;
  const runnerId = `${configuration.name}-${randomUUID()}`;
  const leaseMs = configuration.leaseSeconds * 1000;
  const working = new Map<string, RunningJob>();
  const asked: Service = {
    ...service,
    giveUpAfterMs: () => (configuration.once && working.size === 0 ? patienceMs : Infinity),
  };
  const call = createCall(asked, laterThan(stopping, waitMs + 1000));
  const bounds = { total: configuration.jobs, waitingAgents: configuration.waitingAgents };
  const slots = new Slots(bounds, () => wake());
  const ended = new AbortController();
  const reporting = reportSelf({
    call: createCall(service, ended.signal),
    runnerId,
    tools,
    slots,
    signal: ended.signal,
  });
  const tidying = new Housekeeping(tools, stopping);
  let fault: Error | null = null;
  let aside: Promise<void> | null = null;
  let wake = () => {};
  stopping.addEventListener("abort", () => wake(), { once: true });
  try {
    await removeStaleWorktrees(tools, call, stopping);
    while (!stopping.aborted && fault === null) {
      const kinds = kindsWanted();
      const { isFull } = slots;
      if (isFull && kinds.length > 0 && !configuration.once) aside ??= claimAside(kinds);
      if (isFull || kinds.length === 0) {
        await change();
        continue;
      }
      if (!(await hasRoom())) continue;
      const claim = await ask(kinds);
      if (claim !== null) begin(claim);
      else if (configuration.once && working.size === 0) break;
      else if (configuration.once) await change();
    }
  } catch (error) {
    fault = errorOf(error);
  }
  await aside;
  if (stopping.aborted) fault = null;
  await drain(fault === null ? configuration.drainSeconds * 1000 : 0);
  ended.abort(new Error("The runner has ended."));
  await reporting;
  if (fault !== null) throw fault;
  // A service that does not answer now is asked at the next start.
  const late = AbortSignal.timeout(lastLookMs);
  await removeStaleWorktrees(tools, createCall(service, late), late).catch(() => undefined);

  function kindsWanted(): JobKind[] {
    const atWork = [...working.values()];
    return configuration.kinds.filter((kind) => {
      const group = groupOf(kind);
      if (group === null) return !slots.isFull;
      return atWork.filter((one) => group.kinds.has(one.kind)).length < group.max;
    });
  }

  /** A runner that ends when there is nothing to do does not wait for jobs. */
  async function ask(kinds: JobKind[]): Promise<Claim | null> {
    return await call("job.claim", { runnerId, kinds, leaseMs, waitMs: configuration.once ? 0 : waitMs });
  }

  /** Claims a job without a slot while the loop waits for the others. */
  async function claimAside(kinds: JobKind[]): Promise<void> {
    try {
      const claim = await ask(kinds);
      if (claim !== null) begin(claim);
    } catch (error) {
      fault = errorOf(error);
    }
    aside = null;
    wake();
  }

  /** Resolves when a job has ended or given its slot back, a request was claimed, or the runner must stop. */
  function change(): Promise<void> {
    return stopping.aborted ? Promise.resolve() : new Promise((resolve) => (wake = resolve));
  }

  function begin(claim: Claim): void {
    const own = { slots: groupOf(claim.kind) === null ? slots : null, claimedAtMs: performance.now() };
    const one = startJob({ claim, runnerId, leaseMs, service, tools, ...own });
    working.set(one.jobId, one);
    void one.done.then(() => {
      working.delete(one.jobId);
      wake();
    });
    if (stopping.aborted) one.lease.end("stopping");
  }

  async function hasRoom(): Promise<boolean> {
    const reason = (await findResourceShortage(configuration)) ?? (await tidying.findShortage());
    if (reason === null) return true;
    tools.log({ kind: "waiting", reason });
    await pause(lookAgainMs, undefined, { signal: stopping }).catch(() => undefined);
    return false;
  }

  /** Lets the jobs finish within the time, and then hands them back. */
  async function drain(withinMs: number): Promise<void> {
    if (working.size === 0) return;
    tools.log({ kind: "stopping", jobs: working.size });
    // Nobody waits for the end of a dev server.
    for (const { kind, lease } of working.values()) if (kind === "sandbox.devServer") lease.end("stopping");
    const all = Promise.all([...working.values()].map(({ done }) => done));
    const timer = setTimeout(() => {
      for (const { lease } of working.values()) lease.end("stopping");
    }, withinMs);
    await all;
    clearTimeout(timer);
  }
}

/** A signal that aborts some time after another one. */
function laterThan(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener("abort", () => setTimeout(() => later.abort(signal.reason), ms).unref(), { once: true });
  return later.signal;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error("The loop failed.", { cause: error });
}
