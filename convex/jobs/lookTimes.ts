// When a pull request is looked at: often while it is new or its checks run, and less often the older it is. Pure.
import { dayMs, hourMs, minuteMs, secondMs } from "../lib/times";

/** After the request has appeared, after each push, and while checks run. */
export const soonMs = 30 * secondMs;
/** Checks that have run for longer count as hung, and are looked at no more often than others. */
const maxChecksMs = 6 * hourMs;

/** How long after the last push each pause holds. */
const pauses = [
  { untilMs: dayMs, everyMs: 5 * minuteMs },
  { untilMs: 31 * dayMs, everyMs: hourMs },
  { untilMs: 121 * dayMs, everyMs: dayMs },
] as const;

interface Looked {
  /** When the request appeared, or was last pushed to. */
  sinceMs: number;
  areChecksRunning: boolean;
}

/** The time of the next look after one at `nowMs`. Null: nobody looks any more. */
export function nextLookMs({ sinceMs, areChecksRunning }: Looked, nowMs: number): number | null {
  const ageMs = nowMs - sinceMs;
  if (areChecksRunning && ageMs < maxChecksMs) return nowMs + soonMs;
  const pause = pauses.find(({ untilMs }) => ageMs < untilMs);
  return pause === undefined ? null : nowMs + pause.everyMs;
}
