// The longest times that a run may stay in each state that is not final. This file is pure.
import type { Doc } from "../_generated/dataModel";
import { dayMs, hourMs, minuteMs } from "../lib/times";
import type { RunStatus } from "./schema";
import { activeDurationMs, isFinal } from "./status";

export const bounds = {
  /** The time that a run may be running, without pauses, when some steps of its workflow have no time limit. */
  usualRunMs: dayMs,
  /** The upper limit, for any number of iterations and retries in a workflow. */
  longestRunMs: 30 * dayMs,
  /** The time that a graceful stop waits for the active turn, when some steps have no time limit. */
  usualTurnMs: hourMs,
  /** Added for the runner's work around its steps, and so that the runner can act before the clock does. */
  marginMs: minuteMs,
  /** The longest pause. People forget paused runs. */
  pauseMs: 30 * dayMs,
  /** This long after the end of a run, the clock looks for anything that it left open. */
  settlingMs: 10 * minuteMs,
} as const;

type Steps = readonly { timeoutMs?: number; maxRetries?: number }[];

/** Computes the limits when the run is created, so that later edits of the workflow do not change them. */
export function limitsOf(steps: Steps, maxIterations: number): NonNullable<Doc<"runs">["limits"]> {
  const timed = steps.flatMap(({ timeoutMs, maxRetries = 0 }) =>
    timeoutMs === undefined ? [] : { timeoutMs, maxRetries },
  );
  if (timed.length < steps.length) return { runMs: bounds.usualRunMs, turnMs: bounds.usualTurnMs };
  const iterationMs = timed.reduce((sum, { timeoutMs, maxRetries }) => sum + timeoutMs * (1 + maxRetries), 0);
  const runMs = Math.min(iterationMs * maxIterations, bounds.longestRunMs) + bounds.marginMs;
  return { runMs, turnMs: Math.max(...timed.map(({ timeoutMs }) => timeoutMs)) + bounds.marginMs };
}

type Bounded = Pick<Doc<"runs">, "limits" | "activeDurationMs" | "activeSinceMs" | "stopByMs">;

/** The time at which the clock checks a run that enters this state now. Undefined when something else bounds it. */
export function boundAfter(run: Bounded, status: RunStatus, nowMs: number): number | undefined {
  if (isFinal(status)) return nowMs + bounds.settlingMs;
  // Its scheduled time ends this state.
  if (status === "scheduled") return undefined;
  const ownMs = nowMs + (status === "paused" ? bounds.pauseMs : timeLeftMs(run, nowMs));
  return Math.min(ownMs, run.stopByMs ?? Infinity);
}

function timeLeftMs(run: Bounded, nowMs: number): number {
  return Math.max(0, (run.limits?.runMs ?? bounds.usualRunMs) - activeDurationMs(run, nowMs));
}

/** The time at which the clock stops a run that is asked now to stop after its turn. */
export function stopBy({ limits }: Bounded, nowMs: number): number {
  return nowMs + (limits?.turnMs ?? bounds.usualTurnMs);
}
