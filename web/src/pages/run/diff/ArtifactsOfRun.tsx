// The files that a run has made for people to look at, beside what its agents have changed.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../../live/projectHooks";
import { MoreRows } from "../../../parts/MoreRows";
import { Artifacts } from "../artifacts/Artifacts";
import type { RunDetail } from "./runDetail";
import style from "./DiffTab.module.css";

export function ArtifactsOfRun({ run }: { run: RunDetail }) {
  const { results, status, loadMore } = useProjectList(api.artifacts.dashboard.list, { id: run.id }, 100);
  if (results.length === 0) return null;
  return (
    <aside className={style.beside}>
      <Artifacts run={run} artifacts={results} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(100)} />
    </aside>
  );
}
