// The filters of the list of runs, as the address has them.
import { runSources, runStatuses } from "#convex/runs/status";
import { oneOf, useAddressParameters } from "../../address/useAddressParameters";
import { toLabel } from "../../parts/Status";

const names = ["status", "workflowId", "source", "search"] as const;

type Parameters = Record<string, string | null>;

export interface RunFilterState {
  search: string;
  queryArgs: {
    status?: (typeof runStatuses)[number];
    source?: (typeof runSources)[number];
    workflowId?: string;
  };
  isFiltered: boolean;
  parameters: Parameters;
  /** A name for them, such as “Failed, recurring task”. */
  description: string;
  set: (changes: Parameters) => void;
  clear: () => void;
}

export function useRunFilters(): RunFilterState {
  const { get, set } = useAddressParameters();
  const status = oneOf(get("status"), runStatuses);
  const source = oneOf(get("source"), runSources);
  const workflowId = get("workflowId");
  const search = get("search") ?? "";
  const described = [status, source].flatMap((name) => (name === null ? [] : [toLabel(name)]));
  return {
    search,
    queryArgs: {
      ...(status === null ? {} : { status }),
      ...(source === null ? {} : { source }),
      ...(workflowId === null ? {} : { workflowId }),
    },
    isFiltered: [status, source, workflowId].some((value) => value !== null) || search !== "",
    parameters: { status, source, workflowId, search },
    description: [
      ...described,
      ...(workflowId === null ? [] : ["one workflow"]),
      ...(search === "" ? [] : [search]),
    ].join(", "),
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, null]))),
  };
}
