// Searches issues by the words of their title and texts.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { searchTextOf } from "../lib/searchText";
import type { Filters } from "./lists";

type Texts = Pick<Doc<"issues">, "title"> & {
  description?: string | undefined;
  suggestedPrompt?: string | undefined;
};

export function searchTextOfIssue({ title, description, suggestedPrompt }: Texts): string {
  return searchTextOf(title, description, suggestedPrompt);
}

/** Searches the issues of a project, the best match first. The session must belong to the project. */
export function searchIssues(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  text: string,
  { sessionId, status, priority }: Partial<Omit<Filters, "projectId">>,
) {
  return ctx.db.query("issues").withSearchIndex("search_text", (q) => {
    let found = q.search("searchText", text).eq("projectId", projectId);
    if (sessionId !== undefined) found = found.eq("sessionId", sessionId);
    if (status !== undefined) found = found.eq("status", status);
    if (priority !== undefined) found = found.eq("priority", priority);
    return found;
  });
}
