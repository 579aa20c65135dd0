// Sessions in which an agent looks for issues, live and newest first.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectList } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRowsButton } from "../../parts/NewRowsButton";
import { PageHeader } from "../../parts/PageHeader";
import { SelectColumnHead } from "../../parts/SelectCheckbox";
import { SelectionBar } from "../../parts/SelectionBar";
import table from "../../parts/Table.module.css";
import { useFrozenRows } from "../../parts/useFrozenRows";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import type { SessionSummary } from "../../domain/sessions/session";
import { DiscardSessionsDialog } from "./DiscardSessionsDialog";
import { SessionRow } from "./SessionRow";
import { StartSessionDialog } from "./StartSessionDialog";

export default function SessionsPage() {
  const { results, status, loadMore } = useProjectList(api.issueSessions.dashboard.list, {});
  const frozen = useFrozenRows(results);
  const mayWrite = useHasPermission("work:write");
  const [isStarting, setStarting] = useState(false);
  useCommands(
    mayWrite ? [{ title: "Start an issue session", keys: "n", group: "Sessions", run: () => setStarting(true) }] : [],
  );
  const start = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setStarting(true)}>
      Start a session <ShortcutKeys keys="n" />
    </Button>
  );
  return (
    <>
      <PageHeader title="Issue sessions" actions={results.length > 0 && start} />
      {status === "LoadingFirstPage" ? (
        <Loading rows={10} />
      ) : results.length === 0 ? (
        <EmptyState title="No issue sessions yet" action={start}>
          An agent reads the repository and writes down what could go wrong. You say what it should look for.
        </EmptyState>
      ) : (
        <>
          <NewRowsButton count={frozen.newCount} what="session" onShow={frozen.showAll} />
          <Rows sessions={frozen.rows} />
        </>
      )}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {isStarting && <StartSessionDialog onClose={() => setStarting(false)} />}
    </>
  );
}

function Rows({ sessions }: { sessions: readonly SessionSummary[] }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const { selected, has, toggle, clear } = useSelection(sessions);
  const [discarding, setDiscarding] = useState<readonly SessionSummary[] | null>(null);
  const { chosen, rowProps } = useRowNavigation(
    sessions.map(({ id }) => id),
    "session",
    (id) => navigate(href(`sessions/${id}`)),
  );
  const current = sessions.find(({ id }) => id === chosen);
  const discard = () => setDiscarding(selected.length > 0 || current === undefined ? selected : [current]);
  useCommands(
    current === undefined || !mayWrite
      ? []
      : [
          { title: "Select or deselect", keys: "x", group: "Session", run: () => toggle(current.id) },
          { title: "Move to the trash", keys: "shift+Delete", group: "Session", run: discard },
        ],
  );

  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <SelectColumnHead />
            <th className={table.state}>State</th>
            <th>Session</th>
            <th className={table.some}>Now</th>
            <th className={table.end}>Issues</th>
            <th className={table.end}>Duration</th>
            <th className={table.end}>Started</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={sessions} keyOf={idOf} as="tr">
            {(session) => (
              <SessionRow
                session={session}
                isSelected={has(session.id)}
                onToggle={() => toggle(session.id)}
                rowProps={rowProps(session.id)}
              />
            )}
          </EachRow>
        </tbody>
      </table>
      {selected.length > 0 && (
        <SelectionBar what="sessions" count={selected.length} onClear={clear}>
          <Button look="bad" onClick={() => setDiscarding(selected)}>
            Move to the trash <ShortcutKeys keys="shift+Delete" />
          </Button>
        </SelectionBar>
      )}
      {discarding !== null && (
        <DiscardSessionsDialog sessions={discarding} onClose={() => setDiscarding(null)} onDone={clear} />
      )}
    </>
  );
}
