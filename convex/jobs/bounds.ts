// Limits on how long jobs may take, and the delays between attempts. Leases are in claims.ts. Pure.
import { dayMs, hourMs, minuteMs } from "../lib/times";
import type { JobKind } from "./work";

/** Extra time for the runner, so that it can end by itself a piece of work that has a time limit. */
export const graceMs = minuteMs;

/** How long a runner may still hold a job after the job was called off. */
export const cancelGraceMs = minuteMs;

/** After a job is done, its subject must end within this time, unless the subject has a limit of its own. */
export const settleWithinMs = dayMs;

/** How far ahead a runner may defer a job. */
export const maxDeferralMs = 7 * dayMs;

/** How many requests of people may wait for one sandbox: messages and starts of the dev server together. */
export const maxRequestsPerSandbox = 100;

/** The most extractions of learnings that wait for one sandbox: one per run, and few runs use the same sandbox. */
export const maxExtractionsPerSandbox = 10;

/**
 * The pauses of a waiting claim between two looks for a job, where the platform does not wake it: the first, the factor
 * by which further ones grow, and the longest.
 */
export const claimPollPauses = { firstMs: 20, factor: 1.1, longestMs: 200 };

/** What the code that queues a job may set. */
export interface JobLimits {
  /** A job with a higher one goes first. 0 without it. */
  priority?: number;
  /** The job fails at this time unless a runner has claimed it. */
  startByMs?: number;
  /** The longest time from the job's first claim to its end, all attempts together. */
  timeLimitMs?: number;
}

/** Undefined when the subject of the job has limits of its own: a run has, and a chain is limited by its runs. */
export function usualTimeLimitMs(kind: JobKind): number | undefined {
  switch (kind) {
    case "run.execute":
    case "run.continue":
    case "sprintChain.execute":
    case "workChain.execute":
      return undefined;
    case "issueSession.scan":
    case "answeringSession.continue":
    case "merge.execute":
    case "learning.extract":
      return dayMs;
    case "sandbox.message":
    case "sandbox.devServer":
      return hourMs;
    case "pullRequest.look":
    case "repository.check":
      return 5 * minuteMs;
  }
}

/**
 * A job fails unless it is claimed by this time. Nobody waits longer than a day for the answer of a sandbox, and than
 * ten minutes for the check of a repository.
 */
export function usualStartByMs(kind: JobKind, nowMs: number): number | undefined {
  if (kind === "repository.check") return nowMs + 10 * minuteMs;
  return kind === "sandbox.message" || kind === "sandbox.devServer" ? nowMs + dayMs : undefined;
}

const maxAttempts = 5;
const firstDelayMs = 5000;
const maxDelayMs = 300_000;

/** Whether a job that was claimed `attempts` times must not be tried again. */
export function isExhausted(attempts: number): boolean {
  return attempts >= maxAttempts;
}

/** How long a job waits after claim number `attempts` before it may be claimed again. */
export function delayMs(attempts: number): number {
  return Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
}

/** The delay before a new claim counts from the runner's last sign of life, so the lease covers most of it. */
export function availableAfterLease(attempts: number, leaseUntilMs: number, leaseMs: number): number {
  return Math.max(leaseUntilMs, leaseUntilMs - leaseMs + delayMs(attempts));
}
