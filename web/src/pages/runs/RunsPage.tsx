// All runs of the project, live and newest first. What is read does not move: new runs wait behind a button.
import { Plus } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay, useProject } from "../../project/project";
import { keepOpenedList } from "../../domain/runs/openedList";
import StartRun from "../../domain/runs/StartRun";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectList, useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRows } from "../../parts/NewRows";
import { PageHead } from "../../parts/PageHead";
import { SelectHead } from "../../parts/SelectBox";
import { Shown } from "../../parts/Shown";
import table from "../../parts/Table.module.css";
import { useHeldRows } from "../../parts/useHeldRows";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSelection } from "../../parts/useSelection";
import { BulkBar } from "./BulkBar";
import { RunFilters } from "./RunFilters";
import { RunRow } from "./RunRow";
import { useFilters } from "./useFilters";
import type { Filters } from "./useFilters";
import style from "./RunsPage.module.css";

export default function RunsPage() {
  const filters = useFilters();
  const [isStarting, setStarting] = useState(false);
  const mayWrite = useMay("work:write");
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          mayWrite && (
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setStarting(true)}>
              Start a run <Keys of="c" />
            </Button>
          )
        }
      >
        <RunFilters filters={filters} />
      </PageHead>
      {filters.search === "" ? <Listed filters={filters} /> : <Found filters={filters} />}
      {isStarting && <StartRun onClose={() => setStarting(false)} />}
    </>
  );
}

function Listed({ filters }: { filters: Filters }) {
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, filters.asked);
  const held = useHeldRows(results);
  if (status === "LoadingFirstPage") return <Loading rows={12} />;
  if (results.length === 0) return <NoRuns isFiltered={filters.isFiltered} />;
  return (
    <>
      <NewRows count={held.newCount} what="run" onShow={held.showAll} />
      <Rows runs={held.rows} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Found({ filters }: { filters: Filters }) {
  const found = useProjectQuery(api.runs.dashboard.search, { ...filters.asked, search: filters.search });
  return (
    <Shown of={found} loading={<Loading rows={12} />}>
      {(runs) => (runs.length === 0 ? <NoRuns isFiltered /> : <Rows runs={runs} />)}
    </Shown>
  );
}

function Rows({ runs }: { runs: readonly RunSummary[] }) {
  const href = useHref();
  const { id: projectId } = useProject();
  const [, navigate] = useLocation();
  useLayoutEffect(
    () =>
      keepOpenedList(
        projectId,
        runs.map(({ runNumber }) => runNumber),
      ),
    [projectId, runs],
  );
  const numbers = new Map(runs.map(({ id, runNumber }) => [id, runNumber]));
  const open = (id: string) => navigate(href(`runs/${numbers.get(id)}`));
  const { rowProps, chosen } = useRowKeys([...numbers.keys()], "run", open);
  const { selected, has, toggle, toggleAll, clear } = useSelection(runs);
  useCommands([
    ...(chosen === null ? [] : [{ title: "Select or not", keys: "x", group: "List", run: () => toggle(chosen) }]),
    { title: "Select all that are shown", keys: "X", group: "List", run: toggleAll },
  ]);

  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <SelectHead />
            <th className={table.state}>State</th>
            <th>Run</th>
            <th className={`${table.some} ${table.minor} ${style.doing}`}>Doing</th>
            <th className={table.number}>Cost</th>
            <th className={`${table.number} ${style.took}`}>Took</th>
            <th className={table.end}>Made</th>
          </tr>
        </thead>
        <tbody>
          <EachRow of={runs} keyOf={ownId} as="tr">
            {(run) => (
              <RunRow run={run} isSelected={has(run.id)} onToggle={() => toggle(run.id)} rowProps={rowProps(run.id)} />
            )}
          </EachRow>
        </tbody>
      </table>
      {selected.length > 0 && <BulkBar runs={selected} onDone={clear} />}
    </>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No run matches">Change the filters above, or remove them.</Empty>;
  return (
    <Empty title="No runs yet" command="npm run runner">
      Start one above. A runner does the work; it runs on any machine that has your coding agent:
    </Empty>
  );
}
