// Lists of jobs: those that a runner held last come first, and then those that none has held, the newest first.
import type { IndexRange } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { JobStatus } from "./schema";
import type { JobKind } from "./work";

type Job = Doc<"jobs">;

/** The states of the jobs that are listed: those that wait, those that runners hold, and those that failed for good. */
export const listedStatuses = ["queued", "claimed", "failed"] as const satisfies JobStatus[];
type ListedStatus = (typeof listedStatuses)[number];

/** Jobs without a lease come last. */
export const jobRank = ({ leaseUntilMs = -1 }: Job): number => leaseUntilMs;

/**
 * A failed job that was tried again is not listed: another one does its work. Nor are looks at pull requests, unless
 * somebody asks for them, because each request always has one. No index has the kind in this order.
 */
export function isListed({ redrivenAtMs, kind }: Job, wanted?: JobKind): boolean {
  return redrivenAtMs === undefined && (wanted === undefined ? kind !== "pullRequest.look" : wanted === kind);
}

/** The jobs of this rank that were created at `fromMs` or before, and then those of a lower one. */
export async function* latestJobs(
  ctx: QueryCtx,
  { projectId, status }: { projectId: Id<"projects">; status: ListedStatus },
  fromMs: number,
  rank: number,
): AsyncGenerator<Job> {
  const lease = rank < 0 ? undefined : rank;
  const range = (within: (ofState: FromLease) => IndexRange) =>
    ctx.db
      .query("jobs")
      .withIndex("by_project_and_lease", (q) => within(q.eq("projectId", projectId).eq("status", status)))
      .order("desc");
  yield* range((ofState) => ofState.eq("leaseUntilMs", lease).lte("_creationTime", fromMs));
  if (lease !== undefined) yield* range((ofState) => ofState.lt("leaseUntilMs", lease));
}

/** The rest of an index range whose other fields are set. */
interface FromLease extends IndexRange {
  eq(field: "leaseUntilMs", ms: number | undefined): Record<"lte", (field: "_creationTime", ms: number) => IndexRange>;
  lt(field: "leaseUntilMs", ms: number): IndexRange;
}
