// How long jobs may take: the numbers. Leases are in claims.ts, the waits between attempts in retries.ts. Pure.
import type { JobKind } from "./work";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** For a runner to end by itself what has a time limit. */
export const leewayMs = minuteMs;

/** How long who holds a job that is called off may go on with it. */
export const farewellMs = minuteMs;

/** After a job is done, what it was for is to end within this time, unless it has a bound of its own. */
export const aftermathMs = dayMs;

/** How much of what people ask of one sandbox may wait for the runner: messages and the dev server together. */
export const requestsPerSandboxMax = 100;

/** How often the learnings of one sandbox may wait to be extracted. The runner asks for it once for each of few runs. */
export const extractionsPerSandboxMax = 10;

/** What asks for a job may bound it. */
export interface JobLimits {
  /** When it fails unless a runner has claimed it. */
  startByMs?: number;
  /** How long it may take from its first claim on, all attempts together. */
  timeLimitMs?: number;
}

/** Undefined where what the job is for has bounds of its own: runs have, and chains go by their runs. */
export function usualTimeLimitMs(kind: JobKind): number | undefined {
  switch (kind) {
    case "run.execute":
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
      return 60 * minuteMs;
  }
}

/** When a job that is asked for now fails unless it is claimed. Nobody waits longer for an answer from a sandbox. */
export function usualStartByMs(kind: JobKind, nowMs: number): number | undefined {
  return kind === "sandbox.message" || kind === "sandbox.devServer" ? nowMs + dayMs : undefined;
}
