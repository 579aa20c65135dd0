// State, priority, session and words. All of them are in the address.
import { useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import { levelChoices, statusChoices } from "../../domain/issues/issue";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { FilterSelect } from "../../parts/FilterSelect";
import { SearchField } from "../../parts/SearchField";
import { Tabs } from "../../parts/Tabs";
import type { IssueFilters } from "./useIssueFilters";
import style from "./IssueFilterBar.module.css";

const views = [
  { name: "list", label: "List" },
  { name: "board", label: "Board" },
] as const;

export function IssueFilterBar({ filters }: { filters: IssueFilters }) {
  const { results: sessions } = useProjectList(api.issueSessions.dashboard.list, {}, 100);
  const search = useRef<HTMLInputElement>(null);
  const other = filters.view === "list" ? "board" : "list";
  useCommands([
    { title: "Search the issues", keys: "/", group: "List", run: () => search.current?.focus() },
    { title: "Remove all filters", keys: "shift+Escape", group: "List", run: filters.clear },
    { title: `Show the ${other}`, keys: "b", group: "List", run: () => filters.set({ view: other }) },
  ]);
  return (
    <div className={style.filters} role="search">
      <SearchField
        ref={search}
        label="Search the issues"
        value={filters.search}
        onChange={(text) => filters.set({ search: text })}
      />
      {filters.view === "list" && (
        <FilterSelect
          label="State"
          any="Any state"
          value={filters.status}
          choices={statusChoices}
          onChange={(status) => filters.set({ status })}
        />
      )}
      <FilterSelect
        label="Priority"
        any="Any priority"
        value={filters.priority}
        choices={levelChoices}
        onChange={(priority) => filters.set({ priority })}
      />
      <FilterSelect
        label="Issue session"
        any="Any session"
        value={filters.sessionId}
        choices={sessions.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(session) => filters.set({ session })}
      />
      <Tabs label="Views" tabs={views} chosen={filters.view} onChoose={(view) => filters.set({ view, status: null })} />
    </div>
  );
}
