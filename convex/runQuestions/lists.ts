import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirstBy } from "../lib/newestFirst";
import type { NewestFirst } from "../lib/newestFirst";
import type { QuestionStatus } from "./status";

interface Filters {
  projectId: Id<"projects">;
  runId: Id<"runs"> | undefined;
  status: QuestionStatus | undefined;
}

/** There is an index for each combination of filters. */
export function newestFirst(ctx: QueryCtx, { projectId, runId, status }: Filters): NewestFirst<"runQuestions"> {
  if (runId !== undefined && status !== undefined) {
    return newestFirstBy(ctx, "runQuestions", "by_run_and_status", { runId, status });
  }
  if (runId !== undefined) return newestFirstBy(ctx, "runQuestions", "by_run", { runId });
  if (status !== undefined) return newestFirstBy(ctx, "runQuestions", "by_status", { projectId, status });
  return newestFirstBy(ctx, "runQuestions", "by_project", { projectId });
}
