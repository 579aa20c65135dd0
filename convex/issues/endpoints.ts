import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { readSearchPage } from "../api/searchPages";
import { getOwn } from "../lib/getDocument";
import * as handlers from "./handlers";
import { issuesOf } from "./lists";
import { presentIssue } from "./present";
import type { IssueView } from "./present";
import type { ListRequest } from "./requests";
import { searchIssues } from "./search";

export const list = projectQuery(
  async (
    ctx,
    { sessionId: sessionText, status, priority, search, ...request }: ListRequest,
  ): Promise<Page<IssueView>> => {
    const session = sessionText === undefined ? null : await getOwn(ctx, "issueSessions", sessionText);
    const filters = { sessionId: session?._id, status, priority };
    if (search !== undefined) {
      const list = { project: ctx.project, name: listName("issues", { ...filters, search }) };
      const found = searchIssues(ctx, ctx.project._id, search, filters);
      return await readSearchPage(list, found, request, pageBounds.usual, presentIssue);
    }
    const newestFirst = (fromMs: number) => issuesOf(ctx, { projectId: ctx.project._id, ...filters }, fromMs);
    const paged = { project: ctx.project, name: listName("issues", filters), sources: [newestFirst] };
    return await readPage(paged, request, pageBounds.usual, presentIssue);
  },
);

export const { get } = projectQueries(handlers);
export const { create, update, linkRun, remove, removeMany } = projectMutations(handlers);
