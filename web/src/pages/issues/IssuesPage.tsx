// The issues of the project, as a list or as a board, grouped by state and live.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useHref, useMay } from "../../project/project";
import { NewIssue } from "../../domain/issues/NewIssue";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button, ButtonLink } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { IssueFilterBar } from "./IssueFilterBar";
import { Issues } from "./Issues";
import { useIssueFilters } from "./useIssueFilters";
import { useIssueGroups } from "./useIssueGroups";

export default function IssuesPage() {
  const filters = useIssueFilters();
  const groups = useIssueGroups(filters);
  const mayWrite = useMay("work:write");
  const [isWriting, setWriting] = useState(false);
  const hasNone = groups?.every(({ issues }) => issues.length === 0) ?? false;
  useCommands(mayWrite ? [{ title: "New issue", keys: "n", group: "Issues", run: () => setWriting(true) }] : []);
  return (
    <>
      <PageHead
        title="Issues"
        actions={
          mayWrite && (
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setWriting(true)}>
              New issue
              <Keys of="n" />
            </Button>
          )
        }
      >
        <IssueFilterBar filters={filters} />
      </PageHead>
      {groups === null ? (
        <Loading rows={12} />
      ) : hasNone ? (
        <NoIssues isFiltered={filters.isFiltered} />
      ) : (
        <Issues groups={groups} view={filters.view} />
      )}
      {isWriting && <NewIssue sessionId={filters.sessionId} onClose={() => setWriting(false)} />}
    </>
  );
}

function NoIssues({ isFiltered }: { isFiltered: boolean }) {
  const href = useHref();
  const mayWrite = useMay("work:write");
  if (isFiltered) return <Empty title="No issue matches">Change the filters above, or remove them.</Empty>;
  return (
    <Empty
      title="No issues yet"
      action={mayWrite && <ButtonLink href={href("sessions")}>Let an agent look for them</ButtonLink>}
    >
      Write down what should be done, or start an issue session: its agent reads the repository and finds them.
    </Empty>
  );
}
