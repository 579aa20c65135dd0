// What a run waits for, when it is not over and nobody works on it.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { absentSince } from "../runners/presence";
import { isoTime } from "../lib/times";

/** Times are epoch milliseconds. */
export type WaitReasonView =
  /** The run is scheduled for later. */
  | { reason: "schedule"; since: number; until: number }
  /** Its runner has deferred it, for instance because a provider of models refuses requests; `text` says why. */
  | { reason: "provider"; since: number; until: number; text: string }
  /** Nobody who could take the run has asked for work for a minute. */
  | { reason: "runner"; since: number };

export function presentWaitReason({
  status,
  scheduledForMs,
  deferral,
  _creationTime,
}: Doc<"runs">): WaitReasonView | null {
  if (status === "scheduled" && scheduledForMs !== undefined) {
    return { reason: "schedule", since: Math.floor(_creationTime), until: scheduledForMs };
  }
  if (status !== "pending" || deferral === undefined) return null;
  const { sinceMs: since, untilMs: until, reason: text } = deferral;
  return { reason: "provider", since, until, text };
}

/** Also says when no runner asks for work, which lists do not show: each of their runs would read further rows. */
export async function waitReasonOf(ctx: QueryCtx, run: Doc<"runs">): Promise<WaitReasonView | null> {
  return presentWaitReason(run) ?? (run.status === "pending" ? await waitingForRunner(ctx, run) : null);
}

/** Null when a runner has claimed the job of the run, or made the run itself. */
async function waitingForRunner(ctx: QueryCtx, { _id, projectId }: Doc<"runs">): Promise<WaitReasonView | null> {
  const absentMs = await absentSince(ctx, projectId, "run.execute");
  if (absentMs === null) return null;
  const job = await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", _id).eq("status", "queued"))
    .first();
  return job === null ? null : { reason: "runner", since: Math.floor(Math.max(absentMs, job._creationTime)) };
}

/** A line for people who follow the run. It holds no text of others, which could have several lines. */
export function waitReasonLine(waiting: WaitReasonView): string {
  switch (waiting.reason) {
    case "schedule":
      return `The run is scheduled for ${isoTime(waiting.until)}.`;
    case "provider":
      return `The runner has deferred the run until ${isoTime(waiting.until)}.`;
    case "runner":
      return `The run waits for a runner: none has asked for work since ${isoTime(waiting.since)}. See docs/runner.md.`;
  }
}
