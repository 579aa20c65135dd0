// Searches learnings by the words of their texts.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { searchTextOf } from "../lib/searchText";
import type { Filters } from "./lists";

type Texts = Pick<Doc<"learnings">, "description"> & {
  trigger?: string | undefined;
  correctBehavior?: string | undefined;
};

export function searchTextOfLearning({ description, trigger, correctBehavior }: Texts): string {
  return searchTextOf(description, trigger, correctBehavior);
}

/** Searches the learnings of a project that are not in the trash, the best match first. */
export function searchLearnings(ctx: QueryCtx, projectId: Id<"projects">, text: string, { status, category }: Filters) {
  return ctx.db.query("learnings").withSearchIndex("search_text", (q) => {
    let found = q.search("searchText", text).eq("projectId", projectId).eq("deletedAtMs", undefined);
    if (status !== undefined) found = found.eq("status", status);
    if (category !== undefined) found = found.eq("category", category);
    return found;
  });
}
