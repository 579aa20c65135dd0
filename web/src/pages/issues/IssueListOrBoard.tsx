// What the list and the board have in common: the keys, the selection, and the dialogs about an issue.
import { useState } from "react";
import { useLocation } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import { DeleteIssuesDialog } from "../../domain/issues/DeleteIssuesDialog";
import type { Issue } from "../../domain/issues/issue";
import { issuePrompt } from "../../domain/issues/issue";
import { useIssueCommands } from "../../domain/issues/useIssueCommands";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import { useCommands } from "../../shortcuts/commands";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import { IssueBoard } from "./IssueBoard";
import { IssueList } from "./IssueList";
import { SelectedIssuesBar } from "./SelectedIssuesBar";
import type { IssueGroup } from "./useIssueGroups";

interface Props {
  groups: readonly IssueGroup[];
  view: "list" | "board";
}

export function IssueListOrBoard({ groups, view }: Props) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const [running, setRunning] = useState<Issue | null>(null);
  const [deleting, setDeleting] = useState<readonly Issue[] | null>(null);
  const all = groups.flatMap(({ issues }) => issues);
  const { selected, has, toggle, clear } = useSelection(all);
  const issueIds = all.map(({ id }) => id);
  const { chosen, choose, rowProps } = useRowNavigation(issueIds, "issue", (id) =>
    navigate(href(`issues/${id}`), { state: { issueIds } }),
  );
  const current = all.find(({ id }) => id === chosen) ?? null;
  useIssueCommands(current, { onRun: setRunning, onDelete: (issue) => setDeleting([issue]) });
  useCommands(
    current === null || !mayWrite
      ? []
      : [{ title: "Select or deselect", keys: "x", group: "Issue", run: () => toggle(current.id) }],
  );

  const shown = { groups, isSelected: has, onToggle: toggle, rowProps };
  return (
    <>
      {view === "list" ? (
        <IssueList {...shown} chosen={chosen} />
      ) : (
        <IssueBoard {...shown} chosen={current} onChoose={choose} />
      )}
      {selected.length > 0 && (
        <SelectedIssuesBar issues={selected} onDelete={() => setDeleting(selected)} onDone={clear} />
      )}
      {running !== null && (
        <StartRunDialog issueId={running.id} prompt={issuePrompt(running)} onClose={() => setRunning(null)} />
      )}
      {deleting !== null && <DeleteIssuesDialog issues={deleting} onClose={() => setDeleting(null)} onDone={clear} />}
    </>
  );
}
