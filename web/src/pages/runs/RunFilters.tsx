// State, workflow, origin and words. All of them are in the address; sets of them can be kept under a name.
import { Bookmark } from "lucide-react";
import { api } from "#convex/_generated/api";
import { runSources, runStatuses } from "#convex/runs/status";
import { useProjectList } from "../../live/projectHooks";
import { FilterBar } from "../../parts/FilterBar";
import { FilterSelect } from "../../parts/FilterSelect";
import { Menu } from "../../parts/Menu";
import { toLabel } from "../../parts/Status";
import type { RunFilterState } from "./useRunFilters";
import { useSavedViews } from "./useSavedViews";

export function RunFilters({ filters }: { filters: RunFilterState }) {
  const { results: workflows } = useProjectList(api.workflows.dashboard.list, {}, 100);
  return (
    <FilterBar what="runs" filters={filters}>
      <FilterSelect
        label="State"
        anyLabel="Any state"
        value={filters.queryArgs.status ?? null}
        choices={runStatuses.map((status) => ({ value: status, label: toLabel(status) }))}
        onChange={(status) => filters.set({ status })}
      />
      <FilterSelect
        label="Workflow"
        anyLabel="Any workflow"
        value={filters.queryArgs.workflowId ?? null}
        choices={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(workflowId) => filters.set({ workflowId })}
      />
      <FilterSelect
        label="Origin"
        anyLabel="Any origin"
        value={filters.queryArgs.source ?? null}
        choices={runSources.map((source) => ({ value: source, label: toLabel(source) }))}
        onChange={(source) => filters.set({ source })}
      />
      <Views filters={filters} />
    </FilterBar>
  );
}

function Views({ filters }: { filters: RunFilterState }) {
  const { views, save, remove } = useSavedViews();
  const items = [
    ...views.map(({ name, parameters }) => ({ label: name, run: () => filters.set(parameters) })),
    ...(filters.isFiltered
      ? [{ label: "Save these filters", run: () => save(filters.description, filters.parameters) }]
      : []),
    ...views.map(({ name }) => ({ label: `Delete “${name}”`, isBad: true, run: () => remove(name) })),
  ];
  if (items.length === 0) return null;
  return <Menu label="Views" look="bare" icon={<Bookmark size={15} aria-hidden />} items={items} />;
}
