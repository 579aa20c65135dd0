// Who does the work: personas, and how well each of them did.
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import { PeriodSelect } from "./PeriodSelect";
import { PersonaForm } from "./PersonaForm";
import { PersonaRows } from "./PersonaRows";
import { usePeriod } from "./usePeriod";

export default function PersonasPage() {
  const { results, status, loadMore } = useProjectList(api.personas.dashboard.list, {});
  const period = usePeriod();
  const mayWrite = useMay("work:write");
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useCommands(mayWrite ? [{ title: "New persona", keys: "n", group: "List", run: create }] : []);
  const begin = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={create}>
      New persona <Keys of="n" />
    </Button>
  );
  return (
    <>
      <PageHead
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
        <Empty title="No personas yet" action={begin}>
          A persona says which agent does a step, with which model and which instructions. Steps without one use what
          the runner has.
        </Empty>
      )}
      {results.length > 0 && <PersonaRows personas={results} period={period.asked} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
      {isCreating && <PersonaForm persona={null} onClose={() => setCreating(false)} />}
    </>
  );
}
