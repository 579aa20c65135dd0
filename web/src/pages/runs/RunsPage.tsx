// All runs of the project, live and newest first. What is read does not move: new runs wait behind a button.
import { Plus } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import { storeLastRunList } from "../../domain/runs/lastRunList";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRowsButton } from "../../parts/NewRowsButton";
import { PageHeader } from "../../parts/PageHeader";
import { SelectColumnHead } from "../../parts/SelectCheckbox";
import { Loaded } from "../../parts/Loaded";
import table from "../../parts/Table.module.css";
import { useFrozenRows } from "../../parts/useFrozenRows";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import { SelectedRunsBar } from "./SelectedRunsBar";
import { RunFilters } from "./RunFilters";
import { RunRow } from "./RunRow";
import { useRunFilters } from "./useRunFilters";
import type { RunFilterState } from "./useRunFilters";
import style from "./RunsPage.module.css";

export default function RunsPage() {
  const filters = useRunFilters();
  const [isStarting, setStarting] = useState(false);
  const mayWrite = useHasPermission("work:write");
  return (
    <>
      <PageHeader
        title="Runs"
        actions={
          mayWrite && (
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setStarting(true)}>
              Start a run <ShortcutKeys keys="c" />
            </Button>
          )
        }
      >
        <RunFilters filters={filters} />
      </PageHeader>
      {filters.search === "" ? <AllRuns filters={filters} /> : <FoundRuns filters={filters} />}
      {isStarting && <StartRunDialog onClose={() => setStarting(false)} />}
    </>
  );
}

function AllRuns({ filters }: { filters: RunFilterState }) {
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, filters.queryArgs);
  const frozen = useFrozenRows(results);
  if (status === "LoadingFirstPage") return <Loading rows={12} />;
  if (results.length === 0) return <NoRuns isFiltered={filters.isFiltered} />;
  return (
    <>
      <NewRowsButton count={frozen.newCount} what="run" onShow={frozen.showAll} />
      <Rows runs={frozen.rows} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function FoundRuns({ filters }: { filters: RunFilterState }) {
  const found = useProjectQuery(api.runs.dashboard.search, { ...filters.queryArgs, search: filters.search });
  return (
    <Loaded result={found} loading={<Loading rows={12} />}>
      {(runs) => (runs.length === 0 ? <NoRuns isFiltered /> : <Rows runs={runs} />)}
    </Loaded>
  );
}

function Rows({ runs }: { runs: readonly RunSummary[] }) {
  const href = useProjectHref();
  const { id: projectId } = useProject();
  const [, navigate] = useLocation();
  useLayoutEffect(
    () =>
      storeLastRunList(
        projectId,
        runs.map(({ runNumber }) => runNumber),
      ),
    [projectId, runs],
  );
  const numbers = new Map(runs.map(({ id, runNumber }) => [id, runNumber]));
  const open = (id: string) => navigate(href(`runs/${numbers.get(id)}`));
  const { rowProps, chosen } = useRowNavigation([...numbers.keys()], "run", open);
  const { selected, has, toggle, toggleAll, clear } = useSelection(runs);
  useCommands([
    ...(chosen === null ? [] : [{ title: "Select or deselect", keys: "x", group: "List", run: () => toggle(chosen) }]),
    { title: "Select all shown", keys: "X", group: "List", run: toggleAll },
  ]);

  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <SelectColumnHead />
            <th className={table.state}>State</th>
            <th>Run</th>
            <th className={`${table.some} ${table.minor} ${style.doing}`}>Now</th>
            <th className={table.number}>Cost</th>
            <th className={`${table.number} ${style.took}`}>Duration</th>
            <th className={table.end}>Created</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={runs} keyOf={idOf} as="tr">
            {(run) => (
              <RunRow run={run} isSelected={has(run.id)} onToggle={() => toggle(run.id)} rowProps={rowProps(run.id)} />
            )}
          </EachRow>
        </tbody>
      </table>
      {selected.length > 0 && <SelectedRunsBar runs={selected} onDone={clear} />}
    </>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No run matches">Change or clear the filters.</EmptyState>;
  return (
    <EmptyState title="No runs yet" command="npm run runner">
      Start one above. A runner does the work; it runs on any machine that has your coding agent:
    </EmptyState>
  );
}
