// The filters of the list of runs, as the address has them.
import type { FunctionArgs } from "convex/server";
import type { api } from "#convex/_generated/api";
import { runOrders, runSources, runStatuses } from "#convex/runs/status";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { toLabel } from "../../parts/Status";

const names = ["status", "workflowId", "source", "label", "since", "search", "needs", "sort"] as const;

/** How many days, today included, a filter by time shows. */
const periods = { today: 1, week: 7, month: 30 } as const;
export const periodNames = ["today", "week", "month"] as const;
export const periodLabels = { today: "Today", week: "Last 7 days", month: "Last 30 days" } as const;

type RunStatus = (typeof runStatuses)[number];
type Parameters = Record<string, string | null>;

export interface RunFilterState {
  search: string;
  /** Only runs that wait for an answer or a permission, whatever their state. */
  needsMe: boolean;
  /** Runs of any of these states. Without one, of all states. */
  statuses: RunStatus[];
  /** Null, which is by age, or by cost. */
  sort: "cost" | null;
  queryArgs: {
    source?: (typeof runSources)[number];
    workflowId?: string;
  };
  label: string | null;
  since: (typeof periodNames)[number] | null;
  /** Exclusive, in epoch milliseconds. Null without a filter by time. */
  createdAfter: number | null;
  isFiltered: boolean;
  /** What the service needs to find the same runs. Null without a filter, and with one that it does not know. */
  bulkFilter: FunctionArgs<typeof api.bulkActions.dashboard.start>["filter"] | null;
  parameters: Parameters;
  /** A name for them, such as “Failed, recurring task”. */
  description: string;
  set: (changes: Parameters) => void;
  clear: () => void;
}

export function useRunFilters(): RunFilterState {
  const { get, set } = useAddressParameters();
  const asked = get("status")?.split(",") ?? [];
  const statuses = runStatuses.filter((status) => asked.includes(status));
  const source = oneOf(get("source"), runSources);
  const workflowId = get("workflowId");
  const label = get("label");
  const search = get("search") ?? "";
  const needsMe = get("needs") === "me";
  const since = oneOf(get("since"), periodNames);
  // The service has no list by cost of one origin, label or time.
  const mayBeByCost = source === null && label === null && since === null;
  const sort = mayBeByCost && oneOf(get("sort"), runOrders) === "cost" ? "cost" : null;
  const createdAfter = since === null ? null : startOfDays(periods[since]);
  const conditions = {
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(source === null ? {} : { source }),
    ...(workflowId === null ? {} : { workflowId }),
    ...(label === null ? {} : { label }),
    ...(createdAfter === null ? {} : { createdAfter }),
  };
  const described = [...statuses, ...(source === null ? [] : [source])].map(toLabel);
  return {
    search,
    needsMe,
    since,
    statuses,
    sort,
    label,
    createdAfter,
    bulkFilter: needsMe || search !== "" || Object.keys(conditions).length === 0 ? null : conditions,
    queryArgs: {
      ...(source === null ? {} : { source }),
      ...(workflowId === null ? {} : { workflowId }),
    },
    isFiltered:
      needsMe ||
      statuses.length > 0 ||
      [source, workflowId, label, since].some((value) => value !== null) ||
      search !== "",
    parameters: {
      status: statuses.join(","),
      source,
      workflowId,
      label,
      since,
      search,
      needs: needsMe ? "me" : null,
      sort,
    },
    description: [
      ...(needsMe ? ["Needs me"] : []),
      ...described,
      ...(workflowId === null ? [] : ["one workflow"]),
      ...(label === null ? [] : [label]),
      ...(since === null ? [] : [periodLabels[since].toLowerCase()]),
      ...(search === "" ? [] : [search]),
      ...(sort === null ? [] : ["by cost"]),
    ].join(", "),
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, null]))),
  };
}

/** The last moment before so many days, the present one included, in the reader's time zone. */
function startOfDays(days: number): number {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - (days - 1));
  return start.getTime() - 1;
}
