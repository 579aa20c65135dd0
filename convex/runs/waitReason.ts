// What a run waits for, when it is not over and nobody works on it.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mustBeNamed } from "../jobs/schema";
import { reasonOf } from "../queue/limits";
import type { HoldReason } from "../lib/sharedValues";
import { positionIn } from "../queue/entries";
import { absentSince } from "../runners/presence";
import { omitNullish } from "../lib/omitNullish";
import { isoTime } from "../lib/times";

/** Times are epoch milliseconds. */
export type WaitReasonView =
  /** The run is scheduled for later. */
  | { reason: "schedule"; since: number; until: number }
  /** Its runner has deferred it, for instance because a provider of models refuses requests; `text` says why. */
  | { reason: "provider"; since: number; until: number; text: string }
  /** A try of its job has failed, as `text` says. A runner may try again from `until` on. */
  | { reason: "retry"; since: number; until: number; text: string }
  /** Nobody who could take the run has asked for work for a minute. */
  | { reason: "runner"; since: number }
  /**
   * Its workflow or project has as many active runs as it may, another run with its conflict key is not over, or a
   * budget is reached.
   * `position` counts from 1 among those that wait for the same. Lists do not show it, and it is absent beyond 100.
   */
  | { reason: HoldReason; since: number; position?: number };

export function presentWaitReason({
  status,
  scheduledForMs,
  deferral,
  retry,
  hold,
  _creationTime,
}: Doc<"runs">): WaitReasonView | null {
  if (status === "scheduled" && scheduledForMs !== undefined) {
    return { reason: "schedule", since: Math.floor(_creationTime), until: scheduledForMs };
  }
  if (status === "pending" && hold !== undefined) return { reason: reasonOf(hold.by), since: hold.sinceMs };
  if (status === "pending" && deferral !== undefined) return { reason: "provider", ...presentTimes(deferral) };
  if ((status === "pending" || status === "running") && retry !== undefined) {
    return { reason: "retry", ...presentTimes(retry) };
  }
  return null;
}

function presentTimes({ sinceMs, untilMs, reason }: { sinceMs: number; untilMs: number; reason: string }) {
  return { since: sinceMs, until: untilMs, text: reason };
}

/** Also says when no runner asks for work, which lists do not show: each of their runs would read further rows. */
export async function waitReasonOf(ctx: QueryCtx, run: Doc<"runs">): Promise<WaitReasonView | null> {
  const known = presentWaitReason(run);
  if (run.status === "pending" && run.hold !== undefined) return await waitingForRoom(ctx, run, run.hold);
  // A retry that nobody begins waits for a runner, too.
  const mayNeedRunner = known === null ? run.status === "pending" : known.reason === "retry";
  return (mayNeedRunner ? await waitingForRunner(ctx, run) : null) ?? known;
}

async function waitingForRoom(
  ctx: QueryCtx,
  { _id, projectId }: Doc<"runs">,
  { by, sinceMs }: NonNullable<Doc<"runs">["hold"]>,
): Promise<WaitReasonView> {
  const position = await positionIn(ctx, projectId, by, _id);
  return { reason: reasonOf(by), since: sinceMs, ...omitNullish({ position }) };
}

/** Null when a runner has claimed the job of the run, or made the run itself. */
async function waitingForRunner(ctx: QueryCtx, run: Doc<"runs">): Promise<WaitReasonView | null> {
  const { _id, projectId, round } = run;
  const kind = round === undefined ? "run.execute" : "run.continue";
  const absentMs = await absentSince(ctx, projectId, kind, { mustBeNamed: mustBeNamed(kind) });
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
    case "retry":
      return `A try of the run has failed, and the next one begins at ${isoTime(waiting.until)} or later.`;
    case "concurrency":
      return "The run waits until there is room: as many runs are active as its workflow or project allows.";
    case "conflict":
      return "The run waits until another run with its conflict key is over.";
    case "budget":
      return "The run waits because a budget is reached.";
    case "runner":
      return `The run waits for a runner: none has asked for work since ${isoTime(waiting.since)}. Start one: npm run runner`;
  }
}
