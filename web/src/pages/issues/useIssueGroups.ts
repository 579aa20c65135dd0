// The issues by state, each group the newest first, live. A search finds the best matches in all groups.
import { api } from "#convex/_generated/api";
import { issueStatuses } from "#convex/issues/status";
import type { Issue, IssueStatus } from "../../domain/issues/issue";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import type { IssueFilters } from "./useIssueFilters";

export interface IssueGroup {
  status: IssueStatus;
  issues: readonly Issue[];
  hasMore: boolean;
  onMore: () => void;
}

const pageLength = 30;

/** Null while the first page of any group loads. */
export function useIssueGroups(filters: IssueFilters): readonly IssueGroup[] | null {
  const found = useFoundIssues(filters);
  const open = useGroup("open", filters);
  const inProgress = useGroup("in_progress", filters);
  const resolved = useGroup("resolved", filters);
  const closed = useGroup("closed", filters);
  if (filters.search !== "") return found;
  const shown = [open, inProgress, resolved, closed].filter(({ isSkipped }) => !isSkipped);
  return shown.some(({ isLoading }) => isLoading) ? null : shown;
}

function useGroup(status: IssueStatus, filters: IssueFilters) {
  const { priority, sessionId, search } = filters;
  const isSkipped = search !== "" || (filters.status !== null && filters.status !== status);
  const filterArgs = {
    status,
    ...(priority === null ? {} : { priority }),
    ...(sessionId === null ? {} : { sessionId }),
  };
  const listed = useProjectList(api.issues.dashboard.list, isSkipped ? "skip" : filterArgs, pageLength);
  return {
    status,
    isSkipped,
    isLoading: listed.status === "LoadingFirstPage",
    issues: listed.results,
    hasMore: listed.status === "CanLoadMore",
    onMore: () => listed.loadMore(pageLength),
  };
}

function useFoundIssues({ search, status, priority, sessionId }: IssueFilters): readonly IssueGroup[] | null {
  const filterArgs = {
    search,
    ...(status === null ? {} : { status }),
    ...(priority === null ? {} : { priority }),
    ...(sessionId === null ? {} : { sessionId }),
  };
  const found = useProjectQuery(api.issues.dashboard.search, search === "" ? "skip" : filterArgs);
  if (found.kind === "loading") return null;
  const issues = found.kind === "ready" ? found.value : [];
  return issueStatuses.map((each) => ({
    status: each,
    issues: issues.filter((issue) => issue.status === each),
    hasMore: false,
    onMore: () => {},
  }));
}
