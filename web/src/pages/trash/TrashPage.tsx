// What was put into the trash, the newest first. It can be restored until somebody removes it for good.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { oneOf, useParameters } from "../../address/useParameters";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import { FilterSelect } from "../../parts/FilterSelect";
import { PurgeItem } from "./PurgeItem";
import { TrashRows } from "./TrashRows";
import { trashTypes, typeWords } from "./types";
import type { TrashItem } from "./types";

export default function TrashPage() {
  const { get, set } = useParameters();
  const type = oneOf(get("type"), trashTypes);
  const { results, status, loadMore } = useProjectList(api.trash.dashboard.list, type === null ? {} : { type });
  const [purging, setPurging] = useState<TrashItem | null>(null);
  return (
    <>
      <PageHead title="Trash">
        <div>
          <FilterSelect
            label="Kind"
            any="Anything"
            value={type}
            choices={trashTypes.map((value) => ({ value, label: typeWords[value].many }))}
            onChange={(value) => set({ type: value })}
          />
        </div>
      </PageHead>
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <Empty title={type === null ? "The trash is empty" : `No ${typeWords[type].many.toLowerCase()} in the trash`}>
          Runs, workflows, contexts, learnings and sessions that somebody removes wait here, and can be restored.
        </Empty>
      )}
      {results.length > 0 && <TrashRows items={results} onPurge={setPurging} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {purging !== null && <PurgeItem item={purging} onClose={() => setPurging(null)} />}
    </>
  );
}
