// What was learned from earlier work, and its review: only what somebody approves is told to agents.
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRowsButton } from "../../parts/NewRowsButton";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { useFrozenRows } from "../../parts/useFrozenRows";
import { LearningFilters } from "./LearningFilters";
import { LearningList } from "./LearningList";
import { LearningTabs } from "./LearningTabs";
import { NewLearningDialog } from "./NewLearningDialog";
import { useLearningFilters } from "./useLearningFilters";
import type { LearningFilterState } from "./useLearningFilters";

export default function LearningsPage() {
  const filters = useLearningFilters();
  const mayWrite = useHasPermission("work:write");
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useCommands(mayWrite ? [{ title: "New learning", keys: "n", group: "List", run: create }] : []);
  return (
    <>
      <PageHeader
        title="Learnings"
        actions={
          <>
            <LearningTabs chosen="review" />
            {mayWrite && (
              <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={create}>
                New learning <ShortcutKeys keys="n" />
              </Button>
            )}
          </>
        }
      >
        <LearningFilters filters={filters} />
      </PageHeader>
      {filters.search === "" ? <AllLearnings filters={filters} /> : <FoundLearnings filters={filters} />}
      {isCreating && <NewLearningDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function AllLearnings({ filters }: { filters: LearningFilterState }) {
  const { results, status, loadMore } = useProjectList(api.learnings.dashboard.list, filters.queryArgs);
  const frozen = useFrozenRows(results);
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <NoLearnings isFiltered={filters.isFiltered} />;
  return (
    <>
      <NewRowsButton count={frozen.newCount} what="learning" onShow={frozen.showAll} />
      <LearningList learnings={frozen.rows} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function FoundLearnings({ filters }: { filters: LearningFilterState }) {
  const found = useProjectQuery(api.learnings.dashboard.search, { ...filters.queryArgs, search: filters.search });
  return (
    <Loaded result={found}>
      {(learnings) => (learnings.length === 0 ? <NoLearnings isFiltered /> : <LearningList learnings={learnings} />)}
    </Loaded>
  );
}

function NoLearnings({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No learning matches">Change or clear the filters.</EmptyState>;
  return (
    <EmptyState title="No learnings yet">
      Agents record what they learned when a run ends. You can also add learnings yourself.
    </EmptyState>
  );
}
