import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { JobKind } from "../jobs/work";
import type { Metric } from "../lib/metrics";
import { countByReason, waitingFor } from "./list";

/** No more jobs are read. */
const maxCounted = 1000;
/** Rows of runs have prompts, so fewer are read. */
const maxScheduled = 100;

/** The runs of all projects that wait, by what they wait for. */
export async function queueMetrics(ctx: QueryCtx): Promise<Metric[]> {
  const [first, further, scheduled] = await Promise.all([
    queuedJobs(ctx, "run.execute"),
    queuedJobs(ctx, "run.continue"),
    ctx.db
      .query("runs")
      .withIndex("by_schedule", (q) => q.eq("status", "scheduled"))
      .take(maxScheduled),
  ]);
  const counts = {
    ...countByReason([...first, ...further].flatMap((job) => waitingFor(job) ?? [])),
    schedule: scheduled.length,
  };
  return [
    {
      name: "switchyard_waiting_runs",
      help: `Runs that wait, by reason, of the first ${maxCounted} in the queue and ${maxScheduled} scheduled ones.`,
      samples: Object.entries(counts).map(([reason, value]) => ({ labels: { reason }, value })),
    },
  ];
}

async function queuedJobs(ctx: QueryCtx, kind: JobKind): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_kind", (q) => q.eq("status", "queued").eq("kind", kind))
    .take(maxCounted);
}
