// The runs that wait for people. They are found by their open questions: a project has few of those, and an index of
// runs would cost each change of each run.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirstBy } from "../lib/newestFirst";
import type { RunFilters } from "./lists";

/** Bounds what is read. A run has twenty open questions at most, and nearly always one. */
const questionsPerRun = 4;

/** Those that asked last come first. Runs in the trash have ended, so they are not among these. */
export async function runsWithOpenQuestions(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { workflowId, source, label }: Pick<RunFilters, "workflowId" | "source"> & { label: string | undefined },
  limit: number,
): Promise<Doc<"runs">[]> {
  const waiting = newestFirstBy(ctx, "runQuestions", "by_status", { projectId, status: "waiting" });
  const questions = await waiting(Number.MAX_SAFE_INTEGER).take(limit * questionsPerRun);
  const runIds = [...new Set(questions.map(({ runId }) => runId))];
  const runs = await Promise.all(runIds.map((runId) => ctx.db.get("runs", runId)));
  const wanted = runs.filter((run): run is Doc<"runs"> => {
    // The questions of a run that has just ended may still be open; nobody waits for their answers.
    if (run === null || (run.openQuestions ?? 0) === 0) return false;
    if (label !== undefined && run.labels?.includes(label) !== true) return false;
    return (workflowId ?? run.workflowId) === run.workflowId && (source ?? run.source) === run.source;
  });
  return wanted.slice(0, limit);
}
