// Merge runs, which combine several pull requests into one, live and newest first.
import { Combine } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import { useRowKeys } from "../../parts/useRowKeys";
import { MergeRunRow } from "./MergeRunRow";
import { StartMerge } from "./StartMerge";

export default function MergingPage() {
  const { results, status, loadMore } = useProjectList(api.merging.dashboard.list, {});
  const [isStarting, setStarting] = useState(false);
  const mayWrite = useMay("work:write");
  const { rowProps } = useRowKeys(
    results.map(({ id }) => id),
    "merge run",
  );
  useCommands(
    mayWrite ? [{ title: "Merge pull requests", keys: "n", group: "List", run: () => setStarting(true) }] : [],
  );
  const start = mayWrite && (
    <Button look="main" icon={<Combine size={16} aria-hidden />} onClick={() => setStarting(true)}>
      Merge pull requests <Keys of="n" />
    </Button>
  );
  return (
    <>
      <PageHead title="Merging" actions={results.length > 0 && start} />
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <Empty title="Nothing was merged yet" action={start}>
          When several runs have open pull requests, an agent can combine them into one and solve the conflicts.
        </Empty>
      ) : (
        <>
          <ul>
            <EachRow of={results} keyOf={ownId} as="li">
              {(mergeRun) => <MergeRunRow mergeRun={mergeRun} rowProps={rowProps(mergeRun.id)} />}
            </EachRow>
          </ul>
          <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
        </>
      )}
      {isStarting && <StartMerge onClose={() => setStarting(false)} />}
    </>
  );
}
