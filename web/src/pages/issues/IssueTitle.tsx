import { useState } from "react";
import { useHasPermission } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { useIssueMutations } from "../../domain/issues/useIssueMutations";
import { useCommands } from "../../shortcuts/commands";
import { EditableText } from "../../parts/EditableText";

export function IssueTitle({ issue }: { issue: Issue }) {
  const mayWrite = useHasPermission("work:write");
  const { update } = useIssueMutations();
  const [opening, setOpening] = useState(0);
  useCommands(
    mayWrite ? [{ title: "Edit the title", keys: "t", group: "Issue", run: () => setOpening(opening + 1) }] : [],
  );
  return (
    <EditableText
      label="Title"
      value={issue.title}
      mayEdit={mayWrite}
      draftName={`issue.${issue.id}.title`}
      opening={opening}
      save={(title) => update(issue, { title })}
    />
  );
}
