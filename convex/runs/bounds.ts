// How long a run may stay in a state that is not final: the numbers, and the time that follows from them. Pure.
import type { Doc } from "../_generated/dataModel";
import type { RunStatus } from "./schema";
import { activeDurationMs, isFinal } from "./status";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const bounds = {
  /** Of running, without pauses, where not all steps of the workflow say how long they may take. */
  usualRunMs: dayMs,
  /** However many iterations and retries a workflow allows. */
  longestRunMs: 30 * dayMs,
  /** Of the turn that a graceful stop waits for, where not all steps say how long they may take. */
  usualTurnMs: hourMs,
  /** For what the runner does around its steps, and for it to act first. */
  leewayMs: minuteMs,
  /** Of a pause. People forget. */
  pauseMs: 30 * dayMs,
  /** From the end of a run until what is left of it is looked for. */
  settlingMs: 10 * minuteMs,
} as const;

type Steps = readonly { timeoutMs?: number; maxRetries?: number }[];

/** Taken when the run is made, so that later edits of the workflow do not reach it. */
export function limitsOf(steps: Steps, maxIterations: number): NonNullable<Doc<"runs">["limits"]> {
  const timed = steps.flatMap(({ timeoutMs, maxRetries = 0 }) =>
    timeoutMs === undefined ? [] : { timeoutMs, maxRetries },
  );
  if (timed.length < steps.length) return { runMs: bounds.usualRunMs, turnMs: bounds.usualTurnMs };
  const iterationMs = timed.reduce((sum, { timeoutMs, maxRetries }) => sum + timeoutMs * (1 + maxRetries), 0);
  const runMs = Math.min(iterationMs * maxIterations, bounds.longestRunMs) + bounds.leewayMs;
  return { runMs, turnMs: Math.max(...timed.map(({ timeoutMs }) => timeoutMs)) + bounds.leewayMs };
}

type Bounded = Pick<Doc<"runs">, "limits" | "activeDurationMs" | "activeSinceMs" | "stopByMs">;

/** When the clock looks after a run that enters the state now; undefined where something else bounds it. */
export function boundAfter(run: Bounded, status: RunStatus, nowMs: number): number | undefined {
  if (isFinal(status)) return nowMs + bounds.settlingMs;
  // Its time comes.
  if (status === "scheduled") return undefined;
  const ownMs = nowMs + (status === "paused" ? bounds.pauseMs : timeLeftMs(run, nowMs));
  return Math.min(ownMs, run.stopByMs ?? Infinity);
}

function timeLeftMs(run: Bounded, nowMs: number): number {
  return Math.max(0, (run.limits?.runMs ?? bounds.usualRunMs) - activeDurationMs(run, nowMs));
}

/** When a run that is asked now to stop after its turn is stopped. */
export function stopBy({ limits }: Bounded, nowMs: number): number {
  return nowMs + (limits?.turnMs ?? bounds.usualTurnMs);
}
