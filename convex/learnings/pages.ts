// Pages of a project's learnings: newest first, or the best matches first.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { readSearchPage } from "../api/searchPages";
import { newestFirst } from "./lists";
import { presentLearning } from "./present";
import type { LearningView } from "./present";
import type { ListRequest } from "./requests";
import { searchLearnings } from "./search";

export async function pageOfLearnings(
  ctx: QueryCtx & { project: Doc<"projects"> },
  { limit, cursor, search, ...filters }: ListRequest,
): Promise<Page<LearningView>> {
  if (search !== undefined) {
    const list = { project: ctx.project, name: listName("learnings", { ...filters, search }) };
    const found = searchLearnings(ctx, ctx.project._id, search, filters);
    return await readSearchPage(list, found, { limit, cursor }, pageBounds.usual, presentLearning);
  }
  const sources = [newestFirst(ctx, ctx.project._id, filters)];
  const paged = { project: ctx.project, name: listName("learnings", filters), sources };
  return await readPage(paged, { limit, cursor }, pageBounds.usual, presentLearning);
}
