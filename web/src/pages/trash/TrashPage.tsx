// What was put into the trash, the newest first. It can be restored until somebody removes it for good.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { FilterSelect } from "../../parts/FilterSelect";
import { PurgeDialog } from "./PurgeDialog";
import { TrashTable } from "./TrashTable";
import { trashTypes, trashTypeLabels } from "./trashTypes";
import type { TrashItem } from "./trashTypes";

export default function TrashPage() {
  const { get, set } = useAddressParameters();
  const type = oneOf(get("type"), trashTypes);
  const { results, status, loadMore } = useProjectList(api.trash.dashboard.list, type === null ? {} : { type });
  const [purging, setPurging] = useState<TrashItem | null>(null);
  return (
    <>
      <PageHeader title="Trash">
        <div>
          <FilterSelect
            label="Kind"
            anyLabel="All kinds"
            value={type}
            choices={trashTypes.map((value) => ({ value, label: trashTypeLabels[value].many }))}
            onChange={(value) => set({ type: value })}
          />
        </div>
      </PageHeader>
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState
          title={type === null ? "The trash is empty" : `No ${trashTypeLabels[type].many.toLowerCase()} in the trash`}
        >
          Runs, workflows, contexts, learnings and sessions that somebody deletes are kept here and can be restored.
        </EmptyState>
      )}
      {results.length > 0 && <TrashTable items={results} onPurge={setPurging} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {purging !== null && <PurgeDialog item={purging} onClose={() => setPurging(null)} />}
    </>
  );
}
