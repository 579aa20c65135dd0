import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { readSearchPage } from "../api/searchPages";
import type { NoInput } from "../api/routes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentLearning } from "./present";
import type { LearningView } from "./present";
import type { ListRequest } from "./requests";
import { searchLearnings } from "./search";
import { presentStats } from "./stats";
import type { StatsView } from "./stats";

export const list = projectQuery(
  async (ctx, { limit, cursor, search, ...filters }: ListRequest): Promise<Page<LearningView>> => {
    if (search !== undefined) {
      const list = { project: ctx.project, name: listName("learnings", { ...filters, search }) };
      const found = searchLearnings(ctx, ctx.project._id, search, filters);
      return await readSearchPage(list, found, { limit, cursor }, pageBounds.usual, presentLearning);
    }
    const sources = [newestFirst(ctx, ctx.project._id, filters)];
    const paged = { project: ctx.project, name: listName("learnings", filters), sources };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentLearning);
  },
);

export const listOfSandbox = listEndpoint(handlers.listOfSandbox);
export const stats = projectQuery<NoInput, StatsView>(async (ctx) => presentStats(await handlers.stats(ctx)));
export const { preview } = projectQueries(handlers);
export const { create, updateStatus, update, remove, restore, purge, updateStatusOfMany, removeMany } =
  projectMutations(handlers);
