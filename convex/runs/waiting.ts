// What a run waits for, when it is not over and nobody works on it. Pure.
import type { Doc } from "../_generated/dataModel";

/** Times are epoch milliseconds. */
export type WaitingView =
  /** The run is scheduled for later. */
  | { reason: "schedule"; since: number; until: number }
  /** Its runner has put it off, for instance because a provider of models refuses requests; `text` says why. */
  | { reason: "provider"; since: number; until: number; text: string };

export function presentWaiting({ status, scheduledForMs, deferral, _creationTime }: Doc<"runs">): WaitingView | null {
  if (status === "scheduled" && scheduledForMs !== undefined) {
    return { reason: "schedule", since: Math.floor(_creationTime), until: scheduledForMs };
  }
  if (status !== "pending" || deferral === undefined) return null;
  const { sinceMs: since, untilMs: until, reason: text } = deferral;
  return { reason: "provider", since, until, text };
}
