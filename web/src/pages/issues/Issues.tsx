// What the list and the board have in common: the keys, the selection, and the dialogs about an issue.
import { useState } from "react";
import { useLocation } from "wouter";
import { useHref, useMay } from "../../project/project";
import { DeleteIssues } from "../../domain/issues/DeleteIssues";
import type { Issue } from "../../domain/issues/issue";
import { promptOf } from "../../domain/issues/issue";
import { useIssueCommands } from "../../domain/issues/useIssueCommands";
import StartRun from "../../domain/runs/StartRun";
import { useCommands } from "../../keys/commands";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSelection } from "../../parts/useSelection";
import { IssueBoard } from "./IssueBoard";
import { IssueList } from "./IssueList";
import { SelectedIssues } from "./SelectedIssues";
import type { IssueGroup } from "./useIssueGroups";

interface Props {
  groups: readonly IssueGroup[];
  view: "list" | "board";
}

export function Issues({ groups, view }: Props) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const [running, setRunning] = useState<Issue | null>(null);
  const [deleting, setDeleting] = useState<readonly Issue[] | null>(null);
  const all = groups.flatMap(({ issues }) => issues);
  const { selected, has, toggle, clear } = useSelection(all);
  const issueIds = all.map(({ id }) => id);
  const { chosen, choose, rowProps } = useRowKeys(issueIds, "issue", (id) =>
    navigate(href(`issues/${id}`), { state: { issueIds } }),
  );
  const current = all.find(({ id }) => id === chosen) ?? null;
  useIssueCommands(current, { onRun: setRunning, onDelete: (issue) => setDeleting([issue]) });
  useCommands(
    current === null || !mayWrite
      ? []
      : [{ title: "Select or not", keys: "x", group: "Issue", run: () => toggle(current.id) }],
  );

  const shown = { groups, isSelected: has, onToggle: toggle, rowProps };
  return (
    <>
      {view === "list" ? <IssueList {...shown} /> : <IssueBoard {...shown} chosen={current} onChoose={choose} />}
      {selected.length > 0 && (
        <SelectedIssues issues={selected} onDelete={() => setDeleting(selected)} onDone={clear} />
      )}
      {running !== null && (
        <StartRun issueId={running.id} prompt={promptOf(running)} onClose={() => setRunning(null)} />
      )}
      {deleting !== null && <DeleteIssues issues={deleting} onClose={() => setDeleting(null)} onDone={clear} />}
    </>
  );
}
