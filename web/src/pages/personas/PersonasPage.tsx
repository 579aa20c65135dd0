// Who does the work: personas, and how well each of them did.
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { PeriodSelect } from "./PeriodSelect";
import { PersonaDialog } from "./PersonaDialog";
import { PersonaTable } from "./PersonaTable";
import { useStatisticsPeriod } from "./useStatisticsPeriod";

export default function PersonasPage() {
  const { results, status, loadMore } = useProjectList(api.personas.dashboard.list, {});
  const period = useStatisticsPeriod();
  const mayWrite = useHasPermission("work:write");
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useCommands(mayWrite ? [{ title: "New persona", keys: "n", group: "List", run: create }] : []);
  const begin = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={create}>
      New persona <ShortcutKeys keys="n" />
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Personas"
        actions={
          results.length > 0 && (
            <>
              <PeriodSelect period={period} />
              {begin}
            </>
          )
        }
      />
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState title="No personas yet" action={begin}>
          A persona says which agent does a step, with which model and which instructions. Steps without one use the
          agent of the runner.
        </EmptyState>
      )}
      {results.length > 0 && <PersonaTable personas={results} period={period.queryArgs} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {isCreating && <PersonaDialog persona={null} onClose={() => setCreating(false)} />}
    </>
  );
}
