// Sessions in which an agent looks for issues, live and newest first.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectList } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRows } from "../../parts/NewRows";
import { PageHead } from "../../parts/PageHead";
import { SelectHead } from "../../parts/SelectBox";
import { SelectionBar } from "../../parts/SelectionBar";
import table from "../../parts/Table.module.css";
import { useHeldRows } from "../../parts/useHeldRows";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSelection } from "../../parts/useSelection";
import type { SessionSummary } from "../../domain/sessions/session";
import { DiscardSessions } from "./DiscardSessions";
import { SessionRow } from "./SessionRow";
import { StartSession } from "./StartSession";

export default function SessionsPage() {
  const { results, status, loadMore } = useProjectList(api.issueSessions.dashboard.list, {});
  const held = useHeldRows(results);
  const mayWrite = useMay("work:write");
  const [isStarting, setStarting] = useState(false);
  useCommands(
    mayWrite ? [{ title: "Start an issue session", keys: "n", group: "Sessions", run: () => setStarting(true) }] : [],
  );
  const start = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setStarting(true)}>
      Start a session <Keys of="n" />
    </Button>
  );
  return (
    <>
      <PageHead title="Issue sessions" actions={results.length > 0 && start} />
      {status === "LoadingFirstPage" ? (
        <Loading rows={10} />
      ) : results.length === 0 ? (
        <Empty title="No issue sessions yet" action={start}>
          An agent reads the repository and writes down what could go wrong. You say what it should look for.
        </Empty>
      ) : (
        <>
          <NewRows count={held.newCount} what="session" onShow={held.showAll} />
          <Rows sessions={held.rows} />
        </>
      )}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {isStarting && <StartSession onClose={() => setStarting(false)} />}
    </>
  );
}

function Rows({ sessions }: { sessions: readonly SessionSummary[] }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const { selected, has, toggle, clear } = useSelection(sessions);
  const [discarding, setDiscarding] = useState<readonly SessionSummary[] | null>(null);
  const { chosen, rowProps } = useRowKeys(
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
          { title: "Select or not", keys: "x", group: "Session", run: () => toggle(current.id) },
          { title: "Move to the trash", keys: "shift+Delete", group: "Session", run: discard },
        ],
  );

  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <SelectHead />
            <th className={table.state}>State</th>
            <th>Session</th>
            <th className={table.some}>Doing</th>
            <th className={table.end}>Issues</th>
            <th className={table.end}>Took</th>
            <th className={table.end}>Started</th>
          </tr>
        </thead>
        <tbody>
          <EachRow of={sessions} keyOf={ownId} as="tr">
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
        <SelectionBar what="sessions" count={selected.length} onNone={clear}>
          <Button look="bad" onClick={() => setDiscarding(selected)}>
            Move to the trash <Keys of="shift+Delete" />
          </Button>
        </SelectionBar>
      )}
      {discarding !== null && (
        <DiscardSessions sessions={discarding} onClose={() => setDiscarding(null)} onDone={clear} />
      )}
    </>
  );
}
