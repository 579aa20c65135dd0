// What needs the reader, state, workflow, origin, time and words. All of them are in the address; sets of them can be
// kept under a name.
import { Bookmark } from "lucide-react";
import { api } from "#convex/_generated/api";
import { runSources, runStatuses } from "#convex/runs/status";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import { Chip } from "../../parts/Chip";
import { FilterBar } from "../../parts/FilterBar";
import { FilterChoices } from "../../parts/FilterChoices";
import { FilterSelect } from "../../parts/FilterSelect";
import { Menu } from "../../parts/Menu";
import { Select } from "../../parts/Select";
import { toLabel } from "../../parts/Status";
import { useCommands } from "../../shortcuts/commands";
import { periodLabels, periodNames } from "./useRunFilters";
import type { RunFilterState } from "./useRunFilters";
import { useSavedViews } from "./useSavedViews";

export function RunFilters({ filters }: { filters: RunFilterState }) {
  const { results: workflows } = useProjectList(api.workflows.dashboard.list, {}, 100);
  return (
    <FilterBar what="runs" filters={filters}>
      <NeedsMe filters={filters} />
      <FilterChoices
        label="State"
        anyLabel="Any state"
        chosen={filters.statuses}
        choices={runStatuses.map((status) => ({ value: status, label: toLabel(status) }))}
        onChange={(statuses) => filters.set({ status: statuses.join(","), needs: null })}
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
        onChange={(source) => filters.set({ source, sort: null })}
      />
      <Label filters={filters} />
      <FilterSelect
        label="Created"
        anyLabel="Any time"
        value={filters.since}
        choices={periodNames.map((period) => ({ value: period, label: periodLabels[period] }))}
        onChange={(since) => filters.set({ since, sort: null })}
      />
      <Select
        label="Order"
        value={filters.sort ?? "newest"}
        choices={[
          { value: "newest", label: "Newest first" },
          { value: "cost", label: "Highest cost first" },
        ]}
        onChange={(order) =>
          // The list by cost has no origin, label or time.
          filters.set(order === "cost" ? { sort: order, source: null, label: null, since: null } : { sort: null })
        }
      />
      <Views filters={filters} />
    </FilterBar>
  );
}

/** Projects without labels do not see it. */
function Label({ filters: { label, set } }: { filters: RunFilterState }) {
  const found = useProjectQuery(api.runs.dashboard.labels, {});
  const labels = new Set([...(label === null ? [] : [label]), ...(found.kind === "ready" ? found.value : [])]);
  if (labels.size === 0) return null;
  return (
    <FilterSelect
      label="Label"
      anyLabel="Any label"
      value={label}
      choices={[...labels].map((each) => ({ value: each, label: each }))}
      onChange={(chosen) => set({ label: chosen, sort: null })}
    />
  );
}

/** Such runs have several states, so it replaces the filter by state. */
function NeedsMe({ filters: { needsMe, set } }: { filters: RunFilterState }) {
  const waiting = useProjectQuery(api.runs.dashboard.listWaiting, {});
  const toggle = () => set(needsMe ? { needs: null } : { needs: "me", status: null });
  useCommands([{ title: "Show only what needs me", keys: "m", group: "List", run: toggle }]);
  const count = waiting.kind === "ready" ? waiting.value.length : null;
  return (
    <Chip
      label="Needs me"
      title="Waits for an answer or a permission (m)"
      count={count}
      isOn={needsMe}
      onToggle={toggle}
    />
  );
}

function Views({ filters }: { filters: RunFilterState }) {
  const { views, save, remove } = useSavedViews();
  const items = [
    ...views.map(({ name, parameters }) => ({ label: name, run: () => filters.set(parameters) })),
    ...(filters.isFiltered || filters.sort !== null
      ? [{ label: "Save these filters", run: () => save(filters.description, filters.parameters) }]
      : []),
    ...views.map(({ name }) => ({ label: `Delete “${name}”`, isBad: true, run: () => remove(name) })),
  ];
  if (items.length === 0) return null;
  return <Menu label="Views" look="bare" icon={<Bookmark size={15} aria-hidden />} items={items} />;
}
