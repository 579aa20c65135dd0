// What was learned from earlier work, and its review: only what somebody approves is told to agents.
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { useProjectList, useProjectQuery } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { NewRows } from "../../parts/NewRows";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { useHeldRows } from "../../parts/useHeldRows";
import { LearningFilters } from "./LearningFilters";
import { LearningList } from "./LearningList";
import { LearningTabs } from "./LearningTabs";
import { NewLearning } from "./NewLearning";
import { useFilters } from "./useFilters";
import type { Filters } from "./useFilters";

export default function LearningsPage() {
  const filters = useFilters();
  const mayWrite = useMay("work:write");
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useCommands(mayWrite ? [{ title: "New learning", keys: "n", group: "List", run: create }] : []);
  return (
    <>
      <PageHead
        title="Learnings"
        actions={
          <>
            <LearningTabs chosen="review" />
            {mayWrite && (
              <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={create}>
                New learning <Keys of="n" />
              </Button>
            )}
          </>
        }
      >
        <LearningFilters filters={filters} />
      </PageHead>
      {filters.search === "" ? <Listed filters={filters} /> : <Found filters={filters} />}
      {isCreating && <NewLearning onClose={() => setCreating(false)} />}
    </>
  );
}

function Listed({ filters }: { filters: Filters }) {
  const { results, status, loadMore } = useProjectList(api.learnings.dashboard.list, filters.asked);
  const held = useHeldRows(results);
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <NoLearnings isFiltered={filters.isFiltered} />;
  return (
    <>
      <NewRows count={held.newCount} what="learning" onShow={held.showAll} />
      <LearningList learnings={held.rows} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Found({ filters }: { filters: Filters }) {
  const found = useProjectQuery(api.learnings.dashboard.search, { ...filters.asked, search: filters.search });
  return (
    <Shown of={found}>
      {(learnings) => (learnings.length === 0 ? <NoLearnings isFiltered /> : <LearningList learnings={learnings} />)}
    </Shown>
  );
}

function NoLearnings({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No learning matches">Change the filters above, or remove them.</Empty>;
  return (
    <Empty title="Nothing was learned yet">
      Agents write down what they learned when their work ends. You can write something down yourself, too.
    </Empty>
  );
}
