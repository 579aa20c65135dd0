// What an operator of the deployment watches of the jobs: how many wait and how many runners hold, by kind, and for how
// long the oldest has waited.
import type { QueryCtx } from "../_generated/server";
import type { Metric } from "../lib/metrics";
import { jobKinds } from "./schema";
import type { JobStatus } from "./schema";
import type { JobKind } from "./work";

/**
 * No more jobs of one kind and status are counted, because each is read. Who wants to know whether runners keep up asks
 * for how long the oldest has waited, which needs one row.
 */
const maxCounted = 100;

export async function jobMetrics(ctx: QueryCtx): Promise<Metric[]> {
  const counted = await Promise.all(jobKinds.map((kind) => countJobs(ctx, kind, Date.now())));
  return [
    {
      name: "switchyard_jobs",
      help: `Jobs that wait for a runner or that a runner holds, counted up to ${maxCounted} of each kind.`,
      samples: counted.flatMap(({ kind, waiting, claimed }) => [
        { labels: { kind, state: "waiting" }, value: waiting },
        { labels: { kind, state: "claimed" }, value: claimed },
      ]),
    },
    {
      name: "switchyard_oldest_waiting_job_seconds",
      help: "For how long the oldest waiting job could have been claimed. 0 when none waits.",
      unit: "seconds",
      samples: counted.map(({ kind, waitsS }) => ({ labels: { kind }, value: waitsS })),
    },
  ];
}

async function countJobs(ctx: QueryCtx, kind: JobKind, nowMs: number) {
  const [queued, claimed] = await Promise.all([jobsIn(ctx, "queued", kind), jobsIn(ctx, "claimed", kind)]);
  // What a limit holds does not wait for a runner, and a look does so from its time on.
  const waiting = queued.filter(
    ({ heldBy, availableAtMs }) => heldBy === undefined && (kind !== "pullRequest.look" || availableAtMs <= nowMs),
  );
  const oldestMs = Math.min(nowMs, ...waiting.map(({ availableAtMs }) => availableAtMs));
  return { kind, waiting: waiting.length, claimed: claimed.length, waitsS: Math.max(0, nowMs - oldestMs) / 1000 };
}

function jobsIn(ctx: QueryCtx, status: JobStatus, kind: JobKind) {
  return ctx.db
    .query("jobs")
    .withIndex("by_kind", (q) => q.eq("status", status).eq("kind", kind))
    .take(maxCounted);
}
