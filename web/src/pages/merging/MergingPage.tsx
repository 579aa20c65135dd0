// Merge runs, which combine several pull requests into one, live and newest first.
import { Combine } from "lucide-react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { MergeRunRow } from "./MergeRunRow";
import { StartMergeDialog } from "./StartMergeDialog";

export default function MergingPage() {
  const { results, status, loadMore } = useProjectList(api.merging.dashboard.list, {});
  const [isStarting, setStarting] = useState(false);
  const mayWrite = useHasPermission("work:write");
  const { rowProps } = useRowNavigation(
    results.map(({ id }) => id),
    "merge run",
  );
  useCommands(
    mayWrite ? [{ title: "Merge pull requests", keys: "n", group: "List", run: () => setStarting(true) }] : [],
  );
  const start = mayWrite && (
    <Button look="main" icon={<Combine size={16} aria-hidden />} onClick={() => setStarting(true)}>
      Merge pull requests <ShortcutKeys keys="n" />
    </Button>
  );
  return (
    <>
      <PageHeader title="Merging" actions={results.length > 0 && start} />
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <EmptyState title="No merges yet" action={start}>
          When several runs have open pull requests, an agent can combine them into one and resolve the conflicts.
        </EmptyState>
      ) : (
        <>
          <ul>
            <EachRow items={results} keyOf={idOf} as="li">
              {(mergeRun) => <MergeRunRow mergeRun={mergeRun} rowProps={rowProps(mergeRun.id)} />}
            </EachRow>
          </ul>
          <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
        </>
      )}
      {isStarting && <StartMergeDialog onClose={() => setStarting(false)} />}
    </>
  );
}
