// The lists of runs. Each combination of filters has an index, so a page reads only the rows that it shows. REST could
// merge the ranges of all sources or statuses instead, but the platform pages a live list over one range only, and a
// filter within a range has no bound.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { createdWithin } from "../lib/newestFirst";
import type { NewestFirst, Within } from "../lib/newestFirst";
import type { ProofStatus } from "../workflows/gateValues";
import type { RunSource, RunStatus } from "./schema";

/** Whether a run is one of those that the index of `runsByProof` leaves together. */
export function hasWhatIsAsked(
  run: Doc<"runs">,
  {
    statuses,
    workflowId,
    source,
  }: Pick<RunFilters, "workflowId" | "source"> & { statuses: readonly RunStatus[] | null },
): boolean {
  if (statuses !== null && !statuses.includes(run.status)) return false;
  return (workflowId ?? run.workflowId) === run.workflowId && (source ?? run.source) === run.source;
}

/** The runs whose gates show this, newest first. */
export function runsByProof(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  proof: ProofStatus,
  filters: Pick<RunFilters, "createdAfterMs" | "createdBeforeMs">,
): NewestFirst<"runs"> {
  const within = spanOf(filters);
  const proofStatus = proof === "none" ? undefined : proof;
  return (fromMs) =>
    ctx.db
      .query("runs")
      .withIndex("by_proof", (q) =>
        within(fromMs)(q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("proofStatus", proofStatus)),
      )
      .order("desc");
}

export interface RunFilters {
  status?: RunStatus | undefined;
  workflowId?: Id<"workflows"> | undefined;
  source?: RunSource | undefined;
  createdAfterMs?: number | undefined;
  createdBeforeMs?: number | undefined;
}

export function newestRuns(ctx: QueryCtx, projectId: Id<"projects">, filters: RunFilters): NewestFirst<"runs"> {
  const within = spanOf(filters);
  const { status, workflowId, source } = filters;
  const ofProject = { projectId, status, source };
  if (workflowId === undefined) return (fromMs) => runsOfProject(ctx, ofProject, within(fromMs)).order("desc");
  return (fromMs) => runsOfWorkflow(ctx, { workflowId, status, source }, within(fromMs)).order("desc");
}

/** Both times are exclusive bounds. */
function spanOf({
  createdAfterMs,
  createdBeforeMs,
}: Pick<RunFilters, "createdAfterMs" | "createdBeforeMs">): (fromMs: number) => Within {
  return createdWithin({ leastMs: createdAfterMs === undefined ? 0 : createdAfterMs + 1, beforeMs: createdBeforeMs });
}

function runsOfProject(
  ctx: QueryCtx,
  { projectId, status, source }: Pick<RunFilters, "status" | "source"> & { projectId: Id<"projects"> },
  within: Within,
) {
  const runs = ctx.db.query("runs");
  if (source === undefined) {
    if (status === undefined) {
      return runs.withIndex("by_project", (q) => within(q.eq("projectId", projectId).eq("deletedAtMs", undefined)));
    }
    return runs.withIndex("by_status", (q) =>
      within(q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status)),
    );
  }
  if (status === undefined) {
    return runs.withIndex("by_source", (q) =>
      within(q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("source", source)),
    );
  }
  return runs.withIndex("by_source_and_status", (q) =>
    within(q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("source", source).eq("status", status)),
  );
}

function runsOfWorkflow(
  ctx: QueryCtx,
  { workflowId, status, source }: Pick<RunFilters, "status" | "source"> & { workflowId: Id<"workflows"> },
  within: Within,
) {
  const runs = ctx.db.query("runs");
  if (source === undefined) {
    if (status === undefined) {
      return runs.withIndex("by_workflow", (q) => within(q.eq("workflowId", workflowId).eq("deletedAtMs", undefined)));
    }
    return runs.withIndex("by_workflow_and_status", (q) =>
      within(q.eq("workflowId", workflowId).eq("deletedAtMs", undefined).eq("status", status)),
    );
  }
  if (status === undefined) {
    return runs.withIndex("by_workflow_and_source", (q) =>
      within(q.eq("workflowId", workflowId).eq("deletedAtMs", undefined).eq("source", source)),
    );
  }
  return runs.withIndex("by_workflow_source_and_status", (q) =>
    within(q.eq("workflowId", workflowId).eq("deletedAtMs", undefined).eq("source", source).eq("status", status)),
  );
}

export function newestRunsOfChain(ctx: QueryCtx, chainId: Id<"sprintChains">): NewestFirst<"runs"> {
  return (fromMs) =>
    ctx.db
      .query("runs")
      .withIndex("by_chain", (q) =>
        q
          .eq("sprintChainId", chainId)
          .eq("workChainId", undefined)
          .eq("deletedAtMs", undefined)
          .lte("_creationTime", fromMs),
      )
      .order("desc");
}

/** Returns null for a run in the trash, too. */
export async function runByNumber(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  runNumber: number,
): Promise<Doc<"runs"> | null> {
  const run = await ctx.db
    .query("runs")
    .withIndex("by_project_and_number", (q) => q.eq("projectId", projectId).eq("runNumber", runNumber))
    .unique();
  return run === null || run.deletedAtMs !== undefined ? null : run;
}
