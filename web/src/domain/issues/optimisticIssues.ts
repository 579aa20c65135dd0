// Changes of issues in everything that is shown, before the service has answered: an issue with another state or
// priority also leaves the lists that it no longer fits, and enters those that it fits now.
import type { OptimisticLocalStore } from "convex/browser";
import type { PaginationResult } from "convex/server";
import { api } from "#convex/_generated/api";
import { changeInLists } from "../../live/optimisticLists";
import type { Issue } from "./issue";

const { get, list, search } = api.issues.dashboard;

export function showIssueChange(store: OptimisticLocalStore, issueId: string, changes: object): void {
  const before = shownIssue(store, issueId);
  if (before === null) return;
  const after = { ...before, ...changes };
  for (const { args, value } of store.getAllQueries(get)) {
    if (value?.id === issueId) store.setQuery(get, args, after);
  }
  for (const { args, value } of store.getAllQueries(search)) {
    if (value === undefined) continue;
    const found = value.map((issue) => (issue.id === issueId ? after : issue));
    store.setQuery(search, args, found);
  }
  changeInLists(store, list, (issue) => (issue.id === issueId ? null : issue));
  for (const { args, value } of store.getAllQueries(list)) {
    if (value === undefined || !matchesFilters(after, args)) continue;
    if (belongsToPage(value, after, args.paginationOpts.cursor === null)) {
      const page = [...value.page, after].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      store.setQuery(list, args, { ...value, page });
    }
  }
}

export function showIssuesRemoved(store: OptimisticLocalStore, issueIds: readonly string[]): void {
  const removed = new Set(issueIds);
  changeInLists(store, list, (issue) => (removed.has(issue.id) ? null : issue));
  for (const { args, value } of store.getAllQueries(search)) {
    if (value !== undefined)
      store.setQuery(
        search,
        args,
        value.filter(({ id }) => !removed.has(id)),
      );
  }
}

function shownIssue(store: OptimisticLocalStore, issueId: string): Issue | null {
  const lists = [...store.getAllQueries(list).map(({ value }) => value?.page), ...searches(store), ...details(store)];
  return lists.flatMap((issues) => issues ?? []).find(({ id }) => id === issueId) ?? null;
}

const searches = (store: OptimisticLocalStore) => store.getAllQueries(search).map(({ value }) => value);
const details = (store: OptimisticLocalStore) => store.getAllQueries(get).map(({ value }) => (value ? [value] : []));

interface Filters {
  sessionId?: string;
  status?: string;
  priority?: string;
}

function matchesFilters(issue: Issue, { sessionId, status, priority }: Filters): boolean {
  return (
    (sessionId === undefined || sessionId === issue.sessionId) &&
    (status === undefined || status === issue.status) &&
    (priority === undefined || priority === issue.priority)
  );
}

/** Whether the issue has its place in this page of a list, which shows the newest first. */
function belongsToPage({ page, isDone }: PaginationResult<Issue>, { createdAt }: Issue, isFirst: boolean): boolean {
  const [newest, oldest] = [page[0], page.at(-1)];
  const isAfterBegin = isFirst || (newest !== undefined && createdAt <= newest.createdAt);
  const isBeforeEnd = isDone || (oldest !== undefined && createdAt >= oldest.createdAt);
  return isAfterBegin && isBeforeEnd;
}
