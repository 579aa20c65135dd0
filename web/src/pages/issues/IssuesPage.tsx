// The issues of the project, as a list or as a board, grouped by state and live.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useProjectHref, useHasPermission } from "../../project/project";
import { NewIssueDialog } from "../../domain/issues/NewIssueDialog";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button, ButtonLink } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { IssueFilterBar } from "./IssueFilterBar";
import { IssueListOrBoard } from "./IssueListOrBoard";
import { useIssueFilters } from "./useIssueFilters";
import { useIssueGroups } from "./useIssueGroups";

export default function IssuesPage() {
  const filters = useIssueFilters();
  const groups = useIssueGroups(filters);
  const mayWrite = useHasPermission("work:write");
  const [isWriting, setWriting] = useState(false);
  const hasNone = groups?.every(({ issues }) => issues.length === 0) ?? false;
  useCommands(mayWrite ? [{ title: "New issue", keys: "n", group: "Issues", run: () => setWriting(true) }] : []);
  return (
    <>
      <PageHeader
        title={filters.view === "board" ? "Issue board" : "Issues"}
        actions={
          mayWrite && (
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setWriting(true)}>
              New issue
              <ShortcutKeys keys="n" />
            </Button>
          )
        }
      >
        <IssueFilterBar filters={filters} />
      </PageHeader>
      {groups === null ? (
        <Loading rows={12} />
      ) : hasNone ? (
        <NoIssues isFiltered={filters.isFiltered} />
      ) : (
        <IssueListOrBoard groups={groups} view={filters.view} />
      )}
      {isWriting && <NewIssueDialog sessionId={filters.sessionId} onClose={() => setWriting(false)} />}
    </>
  );
}

function NoIssues({ isFiltered }: { isFiltered: boolean }) {
  const href = useProjectHref();
  const mayWrite = useHasPermission("work:write");
  if (isFiltered) return <EmptyState title="No issue matches">Change or clear the filters.</EmptyState>;
  return (
    <EmptyState
      title="No issues yet"
      action={mayWrite && <ButtonLink href={href("sessions")}>Let an agent find some</ButtonLink>}
    >
      Write down what should be done, or start an issue session: its agent reads the repository and finds them.
    </EmptyState>
  );
}
