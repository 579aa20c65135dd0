// Measures how soon a started run reaches one of 16 waiting runners, and how many jobs the runners claim and complete
// per second.
import type { Contestant, Sample } from "./rounds";
import { quantile } from "./spread";

const runners = 16;
/** Starts come at irregular moments, at most as many a second on average. */
const startsPerSecond = 20;
const minPauseMs = 20;
const maxPauseMs = 80;
/** The slowest servers claim somewhat less in a second than this. */
const queuedPerSecond = 250;

/** A queue of jobs, as those who fill it and those who work on it see it. */
export interface Queue {
  /** Starts a run and returns its id. */
  start(): Promise<string>;
  /** Returns null when no job came during the wait. */
  claim(runnerId: string, waitMs: number): Promise<Claimed | null>;
  complete(claimed: Claimed, runnerId: string): Promise<void>;
}

export interface Claimed {
  jobId: string;
  runId: string;
}

type Measurement = Pick<Contestant, "prepare" | "measure">;

export function startingToClaim(queue: Queue): Measurement {
  return {
    prepare: async () => void (await claimAll(queue)),
    measure: (seconds) => startAndClaim(queue, seconds * startsPerSecond),
  };
}

/** Jobs that other measurements have left are claimed before, so that each server has as many. */
export function claimingQueued(queue: Queue): Measurement {
  return {
    prepare: async (seconds) => {
      await claimAll(queue);
      await fillQueue(queue, seconds);
    },
    measure: () => claimAll(queue),
  };
}

export async function fillQueue(queue: Pick<Queue, "start">, seconds: number): Promise<void> {
  await startMany(queue, seconds * queuedPerSecond);
}

async function startMany(queue: Pick<Queue, "start">, count: number): Promise<void> {
  let left = count;
  await eachRunner(async () => {
    while (left-- > 0) await queue.start();
  });
}

async function claimAll(queue: Queue): Promise<Sample> {
  const startedAt = performance.now();
  const times: number[] = [];
  await eachRunner(async (runnerId) => {
    for (;;) {
      const askedAt = performance.now();
      const claimed = await queue.claim(runnerId, 0);
      if (claimed === null) return;
      await queue.complete(claimed, runnerId);
      times.push(performance.now() - askedAt);
    }
  });
  return sampleOf(times, performance.now() - startedAt);
}

async function startAndClaim(queue: Queue, starts: number): Promise<Sample> {
  const startedAt = performance.now();
  const delays: number[] = [];
  const sentAt = new Map<string, number>();
  const claimedAt = new Map<string, number>();
  const over = new AbortController();
  const settle = (runId: string) => {
    const [sent, claimed] = [sentAt.get(runId), claimedAt.get(runId)];
    if (sent !== undefined && claimed !== undefined) delays.push(claimed - sent);
  };
  const waiting = eachRunner(async (runnerId) => {
    while (!over.signal.aborted) {
      const claimed = await queue.claim(runnerId, 2000);
      if (claimed === null) continue;
      claimedAt.set(claimed.runId, performance.now());
      await queue.complete(claimed, runnerId);
      settle(claimed.runId);
    }
  });
  for (let index = 0; index < starts; index++) {
    await pause(minPauseMs + (maxPauseMs - minPauseMs) * Math.random());
    const sent = performance.now();
    const runId = await queue.start();
    sentAt.set(runId, sent);
    if (claimedAt.has(runId)) settle(runId);
  }
  while (claimedAt.size < starts) await pause(50);
  over.abort();
  await waiting;
  return sampleOf(delays, performance.now() - startedAt);
}

function sampleOf(times: readonly number[], tookMs: number): Sample {
  return { done: times.length, seconds: tookMs / 1000, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

async function eachRunner(work: (runnerId: string) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: runners }, (_, index) => work(`runner-${index}`)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
