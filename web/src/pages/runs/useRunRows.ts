// The runs of the list, live, in pages. The service has a list for each state, so the rows of several states are merged
// here; what comes next is known only down to where the shortest of these lists has been read.
import { api } from "#convex/_generated/api";
import { runStatuses } from "#convex/runs/status";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useProjectList } from "../../live/projectHooks";
import type { PaginatedRows } from "../../live/projectHooks";
import { mergeLists } from "./mergeLists";
import type { RunFilterState } from "./useRunFilters";

type Rows = Pick<PaginatedRows<typeof api.runs.dashboard.list>, "results" | "status">;

export function useRunRows({
  queryArgs,
  label,
  statuses,
  sort,
  createdAfter,
}: RunFilterState): Rows & { loadMore: () => void } {
  const args = {
    ...queryArgs,
    ...(label === null ? {} : { label }),
    ...(createdAfter === null ? {} : { createdAfter }),
  };
  // Without a state, the list by age is one of all states. By cost each state has a list of its own.
  const wanted = statuses.length === 0 && sort === "cost" ? runStatuses : statuses;
  const all = useProjectList(api.runs.dashboard.list, wanted.length === 0 ? args : "skip");
  const pageLength = wanted.length > 1 ? 25 : 50;
  const lists = runStatuses.flatMap((status) => {
    const isWanted = wanted.includes(status);
    const asked = { ...args, status, ...(sort === null ? {} : { sort }) };
    // The states are the same in each render, and in the same order.
    // eslint-disable-next-line react-hooks/rules-of-hooks
    const list = useProjectList(api.runs.dashboard.list, isWanted ? asked : "skip", pageLength);
    return isWanted ? [list] : [];
  });
  const merged = mergeLists(wanted.length === 0 ? [all] : lists, sort === "cost" ? costlierFirst : newestFirst);
  return { ...merged, loadMore: () => merged.limiting.forEach((list) => list.loadMore(pageLength)) };
}

const newestFirst = (a: RunSummary, b: RunSummary): number => b.runNumber - a.runNumber;
export const costlierFirst = (a: RunSummary, b: RunSummary): number => b.costUsd - a.costUsd || newestFirst(a, b);
