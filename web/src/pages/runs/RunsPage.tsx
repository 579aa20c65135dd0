// All runs of the project, live and newest first. What is read does not move: new runs wait behind a button.
import { Plus } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import { useUnseenRunIds } from "../../domain/runs/useUnseenRunIds";
import { storeLastRunList } from "../../domain/runs/lastRunList";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRowsButton } from "../../parts/NewRowsButton";
import { PageHeader } from "../../parts/PageHeader";
import { SelectColumnHead } from "../../parts/SelectCheckbox";
import { Loaded } from "../../parts/Loaded";
import { VirtualTable } from "../../parts/VirtualRows";
import table from "../../parts/Table.module.css";
import { useFrozenRows } from "../../parts/useFrozenRows";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import { BulkProgress } from "./BulkProgress";
import type { AskedBulk } from "./BulkProgress";
import { SelectedRunsBar } from "./SelectedRunsBar";
import { RunFilters } from "./RunFilters";
import { RunRow } from "./RunRow";
import { useRunFilters } from "./useRunFilters";
import type { RunFilterState } from "./useRunFilters";
import { costlierFirst, useRunRows } from "./useRunRows";
import style from "./RunsPage.module.css";

export default function RunsPage() {
  const filters = useRunFilters();
  const [isStarting, setStarting] = useState(false);
  const [asked, setAsked] = useState<readonly AskedBulk[]>([]);
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
      <List filters={filters} onAsked={(one) => setAsked((others) => [...others, one])} />
      {asked.map((one) => (
        <BulkProgress
          key={one.id}
          asked={one}
          onEnd={() => setAsked((others) => others.filter(({ id }) => id !== one.id))}
        />
      ))}
      {isStarting && <StartRunDialog onClose={() => setStarting(false)} />}
    </>
  );
}

interface ListProps {
  filters: RunFilterState;
  onAsked: (asked: AskedBulk) => void;
}

function List(props: ListProps) {
  if (props.filters.search !== "") return <FoundRuns {...props} />;
  return props.filters.needsMe ? <RunsThatNeedMe {...props} /> : <AllRuns {...props} />;
}

function RunsThatNeedMe({ filters, onAsked }: ListProps) {
  const { queryArgs, label } = filters;
  const waiting = useProjectQuery(api.runs.dashboard.listWaiting, {
    ...queryArgs,
    ...(label === null ? {} : { label }),
  });
  return (
    <Loaded result={waiting} loading={<Loading rows={12} />}>
      {(found) => {
        const runs = found.filter(({ createdAt }) => createdAt > (filters.createdAfter ?? 0));
        return runs.length === 0 ? (
          <NoRuns isFiltered />
        ) : (
          <Rows runs={inOrder(runs, filters)} sort={filters.sort} onAsked={onAsked} />
        );
      }}
    </Loaded>
  );
}

function AllRuns({ filters, onAsked }: ListProps) {
  const { results, status, loadMore } = useRunRows(filters);
  const frozen = useFrozenRows(results);
  if (status === "LoadingFirstPage") return <Loading rows={12} />;
  if (results.length === 0) return <NoRuns isFiltered={filters.isFiltered} />;
  return (
    <>
      <NewRowsButton count={frozen.newCount} what="run" onShow={frozen.showAll} />
      <Rows
        onAsked={onAsked}
        runs={frozen.rows}
        sort={filters.sort}
        matching={status === "Exhausted" ? null : filters.bulkFilter}
      />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={loadMore} />
    </>
  );
}

function FoundRuns({ filters, onAsked }: ListProps) {
  const [only, second] = filters.statuses;
  // The service searches one state or all.
  const status = second === undefined && only !== undefined ? { status: only } : {};
  const asked = { ...filters.queryArgs, ...status, search: filters.search };
  const found = useProjectQuery(api.runs.dashboard.search, asked);
  return (
    <Loaded result={found} loading={<Loading rows={12} />}>
      {(found) => {
        const runs = found.filter(
          (run) =>
            (!filters.needsMe || run.openQuestions > 0) &&
            (filters.label === null || run.labels.includes(filters.label)) &&
            (second === undefined || filters.statuses.some((each) => each === run.status)) &&
            run.createdAt > (filters.createdAfter ?? 0),
        );
        return runs.length === 0 ? (
          <NoRuns isFiltered />
        ) : (
          <Rows runs={inOrder(runs, filters)} sort={filters.sort} onAsked={onAsked} />
        );
      }}
    </Loaded>
  );
}

/** For lists that are here as a whole. */
function inOrder(runs: readonly RunSummary[], { sort }: RunFilterState): readonly RunSummary[] {
  return sort === "cost" ? runs.toSorted(costlierFirst) : runs;
}

interface RowsProps extends Pick<RunFilterState, "sort">, Pick<ListProps, "onAsked"> {
  runs: readonly RunSummary[];
  /** The filters of a list that has more runs than these. */
  matching?: RunFilterState["bulkFilter"];
}

function Rows({ runs, sort, matching = null, onAsked }: RowsProps) {
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
  const unseenIds = useUnseenRunIds();
  useCommands([
    ...(chosen === null ? [] : [{ title: "Select or deselect", keys: "x", group: "List", run: () => toggle(chosen) }]),
    { title: "Select all shown", keys: "X", group: "List", run: toggleAll },
  ]);

  return (
    <>
      <VirtualTable
        items={runs}
        chosen={chosen}
        attributesOf={({ id }) => ({ className: table.row, ...rowProps(id) })}
        heads={
          <>
            <SelectColumnHead />
            <th role="columnheader" className={table.state}>
              State
            </th>
            <th role="columnheader">Run</th>
            <th role="columnheader" className={`${table.some} ${table.minor} ${style.doing}`}>
              Now
            </th>
            <th role="columnheader" className={table.number} aria-sort={sort === "cost" ? "descending" : undefined}>
              Cost
            </th>
            <th role="columnheader" className={`${table.number} ${style.took}`}>
              Duration
            </th>
            <th role="columnheader" className={table.end}>
              Created
            </th>
          </>
        }
      >
        {(run) => (
          <RunRow run={run} isUnseen={unseenIds.has(run.id)} isSelected={has(run.id)} onToggle={() => toggle(run.id)} />
        )}
      </VirtualTable>
      {selected.length > 0 && (
        <SelectedRunsBar
          runs={selected}
          matching={selected.length === runs.length ? matching : null}
          onAsked={onAsked}
          onDone={clear}
        />
      )}
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
