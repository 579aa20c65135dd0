// State, priority, session and words. All of them are in the address.
import { api } from "#convex/_generated/api";
import { priorityChoices, statusChoices } from "../../domain/issues/issue";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { FilterBar } from "../../parts/FilterBar";
import { FilterSelect } from "../../parts/FilterSelect";
import type { IssueFilters } from "./useIssueFilters";

export function IssueFilterBar({ filters }: { filters: IssueFilters }) {
  const { results: sessions } = useProjectList(api.issueSessions.dashboard.list, {}, 100);
  const other = filters.view === "list" ? "board" : "list";
  useCommands([
    {
      title: `Show the ${other}`,
      keys: "b",
      group: "List",
      run: () => filters.set({ view: other === "list" ? null : other, status: null }),
    },
  ]);
  return (
    <FilterBar what="issues" filters={filters}>
      {filters.view === "list" && (
        <FilterSelect
          label="State"
          anyLabel="Any state"
          value={filters.status}
          choices={statusChoices}
          onChange={(status) => filters.set({ status })}
        />
      )}
      <FilterSelect
        label="Priority"
        anyLabel="Any priority"
        value={filters.priority}
        choices={priorityChoices}
        onChange={(priority) => filters.set({ priority })}
      />
      <FilterSelect
        label="Issue session"
        anyLabel="Any session"
        value={filters.sessionId}
        choices={sessions.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(session) => filters.set({ session })}
      />
    </FilterBar>
  );
}
