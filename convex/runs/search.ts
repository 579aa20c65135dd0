import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { searchTextOf } from "../lib/searchText";
import type { RunFilters } from "./lists";

export function searchTextOfRun({
  name,
  labels = [],
  prompt,
}: Pick<Doc<"runs">, "name" | "labels" | "prompt">): string {
  return searchTextOf(name, ...labels, prompt);
}

/** Searches the runs of a project that are not in the trash, best match first. The workflow belongs to the project. */
export function searchRuns(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  text: string,
  { status, workflowId, source }: Pick<RunFilters, "status" | "workflowId" | "source">,
) {
  return ctx.db.query("runs").withSearchIndex("search_text", (q) => {
    let found = q.search("searchText", text).eq("projectId", projectId).eq("deletedAtMs", undefined);
    if (status !== undefined) found = found.eq("status", status);
    if (workflowId !== undefined) found = found.eq("workflowId", workflowId);
    if (source !== undefined) found = found.eq("source", source);
    return found;
  });
}
