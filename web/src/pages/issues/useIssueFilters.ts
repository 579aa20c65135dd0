// The filters of the issues and how they are shown, as the address has them.
import { issueStatuses } from "#convex/issues/status";
import { levels } from "#convex/lib/sharedValues";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import type { IssueStatus, IssuePriority } from "../../domain/issues/issue";

export interface IssueFilters {
  view: "list" | "board";
  search: string;
  status: IssueStatus | null;
  priority: IssuePriority | null;
  sessionId: string | null;
  isFiltered: boolean;
  set: (changes: Record<string, string | null>) => void;
  clear: () => void;
}

export function useIssueFilters(): IssueFilters {
  const { get, set } = useAddressParameters();
  const view = oneOf(get("view"), ["list", "board"]) ?? "list";
  const [status, priority] = [oneOf(get("status"), issueStatuses), oneOf(get("priority"), levels)];
  const [sessionId, search] = [get("session"), get("search") ?? ""];
  return {
    view,
    status,
    priority,
    sessionId,
    search,
    isFiltered: [status, priority, sessionId].some((value) => value !== null) || search !== "",
    set,
    clear: () => set({ status: null, priority: null, session: null, search: null }),
  };
}
