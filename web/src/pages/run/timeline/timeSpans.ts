// When a run waited, worked and paused, from its log and its steps. This file is pure.
import type { Run, Step } from "../useRun";

export interface TimeSpan {
  fromMs: number;
  /** Null while it lasts. */
  untilMs: number | null;
}

/** A change of the run's state, from the log. */
export interface StatusChange {
  seq: number;
  atMs: number;
  status: string;
  attempt: number;
}

export interface StepBar {
  queued: TimeSpan | null;
  work: TimeSpan | null;
}

/** Between its making and its begin a step waits. */
export function stepBar({ createdAt, startedAt, completedAt }: Step): StepBar {
  if (startedAt === null) return { queued: { fromMs: createdAt, untilMs: completedAt }, work: null };
  const queued = startedAt > createdAt ? { fromMs: createdAt, untilMs: startedAt } : null;
  return { queued, work: { fromMs: startedAt, untilMs: completedAt } };
}

/** The spans in which the attempt had this state. `moves` are in their order. */
export function spansInStatus(statusChanges: readonly StatusChange[], status: string, attempt: number): TimeSpan[] {
  return statusChanges.flatMap((move, index) => {
    if (move.status !== status || move.attempt !== attempt) return [];
    return [{ fromMs: move.atMs, untilMs: statusChanges[index + 1]?.atMs ?? null }];
  });
}

/** From the first to the last moment of an attempt, so that all of its bars have one scale. */
export function attemptSpan(
  run: Run,
  attempt: number,
  statusChanges: readonly StatusChange[],
  steps: readonly Step[],
  nowMs: number,
): TimeSpan {
  const own = statusChanges.filter((move) => move.attempt === attempt);
  const done = steps.filter(({ keptFromAttempt }) => keptFromAttempt === null);
  const begins = [
    ...own.map(({ atMs }) => atMs),
    ...done.map(({ createdAt }) => createdAt),
    ...(attempt === 1 ? [run.createdAt] : []),
  ];
  const isPresent = attempt === run.attempt;
  const ends = [
    ...done.map(({ startedAt, completedAt, createdAt }) => completedAt ?? startedAt ?? createdAt),
    ...own.map(({ atMs }) => atMs),
    ...(isPresent ? [run.completedAt ?? nowMs] : []),
  ];
  const fromMs = begins.length === 0 ? nowMs : Math.min(...begins);
  return { fromMs, untilMs: Math.max(fromMs + 1000, ...ends) };
}

/** From the first to the last moment of the steps of a round. Days may lie between two rounds of an attempt. */
export function roundSpan(
  steps: readonly Pick<Step, "createdAt" | "startedAt" | "completedAt">[],
  nowMs: number,
): TimeSpan {
  const begins = steps.map(({ createdAt }) => createdAt);
  const ends = steps.map(
    ({ createdAt, startedAt, completedAt }) => completedAt ?? (startedAt === null ? createdAt : nowMs),
  );
  const fromMs = begins.length === 0 ? nowMs : Math.min(...begins);
  return { fromMs, untilMs: Math.max(fromMs + 1000, ...ends) };
}

export function spanLengthMs({ fromMs, untilMs }: TimeSpan, nowMs: number): number {
  return Math.max(0, (untilMs ?? nowMs) - fromMs);
}

/** Where a span lies on the scale, from 0 to 1. Null when it is outside of it. */
export function positionOnScale(
  scale: TimeSpan,
  span: TimeSpan,
  nowMs: number,
): { start: number; size: number } | null {
  const end = scale.untilMs ?? nowMs;
  const length = end - scale.fromMs;
  const from = Math.max(scale.fromMs, span.fromMs);
  const until = Math.min(end, span.untilMs ?? nowMs);
  if (until < from) return null;
  return { start: (from - scale.fromMs) / length, size: (until - from) / length };
}
