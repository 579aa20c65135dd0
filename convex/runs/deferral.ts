// A run whose job was deferred is pending until a runner claims the job again. Its steps and sandboxes stay as they
// are, and its time limit does not run out meanwhile.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { followStatus } from "../queue/arrival";
import { releaseDeferred } from "../jobs/deferralEnd";
import { patchAndReturn } from "../lib/patchAndReturn";
import { appendEvent } from "../runEvents/model";
import { isFinal } from "./status";
import { changeRunStatus } from "./statusChange";

type Run = Doc<"runs">;

interface Deferral {
  jobId: Id<"jobs">;
  untilMs: number;
  reason: string;
}

/** Does nothing when the run is over. */
export async function deferRun(ctx: MutationCtx, runId: Id<"runs">, wanted: Deferral): Promise<void> {
  const run = await ctx.db.get("runs", runId);
  if (run === null || isFinal(run.status)) return;
  // Its present turn is over, and nobody wants another one.
  if (run.stopAfterCurrentTurn) return void (await changeRunStatus(ctx, run, "cancelled", { reason: "stopped" }));
  const deferral = { ...wanted, sinceMs: Date.now() };
  if (run.status === "running") await changeRunStatus(ctx, run, "pending", { waitsForJob: true });
  // It may have been claimed and not begun. Then its room is free too.
  else if (run.status === "pending" && run.isPlaced === true) await followStatus(ctx, run, false);
  // A paused run stays paused: the person who resumes it ends the deferral, too.
  await ctx.db.patch("runs", runId, { deferral });
  const { sinceMs: since, untilMs: until, reason: text } = deferral;
  await appendEvent(ctx, run, { type: "run.waiting", reason: "provider", since, until, text });
}

/** Returns null when the job of the run does not wait because of a deferral. */
export async function endDeferral(ctx: MutationCtx, run: Run, by: Actor): Promise<Run | null> {
  if (run.deferral === undefined || !(await releaseDeferred(ctx, run.deferral.jobId))) return null;
  const { status } = run;
  const waiting = status === "paused" ? await changeRunStatus(ctx, run, "pending", { waitsForJob: true, by }) : run;
  await appendEvent(ctx, run, { type: "run.resumed", actor: by });
  return await patchAndReturn(ctx, "runs", waiting, { deferral: undefined });
}
