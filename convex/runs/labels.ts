// Labels of runs. An index holds one value for each row, so each label of a run has a row of its own, with what lists
// filter by. A list by label is one range of an index; the source and the workflow, which the index does not have, are
// compared with the row before its run is read.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { removeWithin } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { createdWithin } from "../lib/newestFirst";
import type { NewestFirst } from "../lib/newestFirst";
import type { RunFilters } from "./lists";
import type { RunStatus } from "./schema";

type Run = Doc<"runs">;
type Row = Doc<"runLabels">;

export async function addLabels(ctx: MutationCtx, run: Run): Promise<void> {
  const { _id: runId, projectId, status, workflowId, source, labels = [] } = run;
  const createdAtMs = Math.floor(run._creationTime);
  for (const label of labels) {
    await ctx.db.insert("runLabels", { projectId, label, runId, status, workflowId, source, createdAtMs });
  }
}

/** Writes what lists filter by into the rows of the run's labels. Call it when the run has changed. */
export async function updateLabels(
  ctx: MutationCtx,
  run: Pick<Run, "_id" | "labels">,
  changed: { status?: RunStatus; deletedAtMs?: number | undefined },
): Promise<void> {
  if (run.labels === undefined) return;
  for (const { _id } of await rowsOf(ctx, run._id).collect()) await ctx.db.patch("runLabels", _id, changed);
}

export async function removeLabels(ctx: MutationCtx, runId: Id<"runs">, budget: BatchBudget): Promise<void> {
  await removeWithin(budget, rowsOf(ctx, runId), ({ _id }) => ctx.db.delete("runLabels", _id));
}

/** A run has ten labels at most. */
function rowsOf(ctx: QueryCtx, runId: Id<"runs">) {
  return ctx.db.query("runLabels").withIndex("by_run", (q) => q.eq("runId", runId));
}

export type LabelFilters = RunFilters & { label: string };

/**
 * The rows of the runs that have the label and perhaps the status, newest first. Rows that do not pass `isLabelled` are
 * among them: those of other workflows and sources, and of a run that was created within a millisecond of a bound.
 */
export function newestLabels(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  filters: LabelFilters,
): NewestFirst<"runLabels"> {
  const { label, status, createdAfterMs = 0, createdBeforeMs } = filters;
  // The rows of a run's labels are written right after it in one transaction, so they are younger by a fraction.
  const beforeMs = createdBeforeMs === undefined ? undefined : createdBeforeMs + 1;
  const within = createdWithin({ leastMs: createdAfterMs, beforeMs });
  const rows = ctx.db.query("runLabels");
  return (fromMs) =>
    (status === undefined
      ? rows.withIndex("by_label", (q) =>
          within(fromMs)(q.eq("projectId", projectId).eq("label", label).eq("deletedAtMs", undefined)),
        )
      : rows.withIndex("by_label_and_status", (q) =>
          within(fromMs)(
            q.eq("projectId", projectId).eq("label", label).eq("deletedAtMs", undefined).eq("status", status),
          ),
        )
    ).order("desc");
}

/** Whether the row has what the index of `newestLabels` does not compare. Both times are exclusive bounds. */
export function isLabelled(row: Row, { workflowId, source, createdAfterMs, createdBeforeMs }: LabelFilters): boolean {
  const { createdAtMs } = row;
  if (workflowId !== undefined && row.workflowId !== workflowId) return false;
  if (source !== undefined && row.source !== source) return false;
  return createdAtMs > (createdAfterMs ?? -1) && createdAtMs < (createdBeforeMs ?? Infinity);
}

/** The labels that runs of the project have, in their order, as far as `limit` goes. Each costs one read. */
export async function labelsOf(ctx: QueryCtx, projectId: Id<"projects">, limit: number): Promise<string[]> {
  const labels: string[] = [];
  while (labels.length < limit) {
    const after = labels.at(-1) ?? "";
    const next = await ctx.db
      .query("runLabels")
      .withIndex("by_label", (q) => q.eq("projectId", projectId).gt("label", after))
      .first();
    if (next === null) break;
    labels.push(next.label);
  }
  return labels;
}

/** A place in a list by label. The run is null when it is not in the list. */
export interface LabelledRun {
  _id: string;
  _creationTime: number;
  run: Run | null;
}

/** The runs of the rows, each read when it is asked for. */
export async function* runsOfLabels(
  ctx: QueryCtx,
  rows: AsyncIterable<Row>,
  filters: LabelFilters,
): AsyncGenerator<LabelledRun> {
  for await (const row of rows) {
    const { _id, _creationTime } = row;
    yield { _id, _creationTime, run: isLabelled(row, filters) ? await ctx.db.get("runs", row.runId) : null };
  }
}
