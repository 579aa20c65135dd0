import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routeBuilders";
import * as handlers from "./handlers";
import { pageOfLearnings } from "./pages";
import type { LearningView } from "./present";
import type { ListRequest } from "./requests";
import { presentStats } from "./stats";
import type { StatsView } from "./stats";

export const list = projectQuery<ListRequest, Page<LearningView>>(pageOfLearnings);

export const listOfSandbox = listEndpoint(handlers.listOfSandbox);
export const stats = projectQuery<NoInput, StatsView>(async (ctx) => presentStats(await handlers.stats(ctx)));
export const { preview } = projectQueries(handlers);
export const { create, updateStatus, update, remove, restore, purge, updateStatusOfMany, removeMany } =
  projectMutations(handlers);
