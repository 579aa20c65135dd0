// What can be done with one issue by a key, in lists and on its own page.
import { issueStatuses } from "#convex/issues/status";
import { levels } from "#convex/lib/sharedValues";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { toLabel } from "../../parts/Status";
import type { Issue } from "./issue";
import { useIssueMutations } from "./useIssueMutations";

interface Actions {
  onRun: (issue: Issue) => void;
  onDelete: (issue: Issue) => void;
}

export function useIssueCommands(issue: Issue | null, { onRun, onDelete }: Actions): void {
  const mayWrite = useHasPermission("work:write");
  const { move } = useIssueMutations();
  const group = "Issue";

  function changePriority(step: number): void {
    if (issue === null) return;
    const level = levels[levels.findIndex((each) => each === issue.priority) + step];
    if (level !== undefined) move([issue], { priority: level });
  }

  useCommands(
    issue === null || !mayWrite
      ? []
      : [
          ...issueStatuses.map((status, index) => ({
            title: toLabel(status),
            keys: String(index + 1),
            group,
            decidesAbout: issue.id,
            run: () => move([issue], { status }),
          })),
          { title: "Raise the priority", keys: "+", group, decidesAbout: issue.id, run: () => changePriority(1) },
          { title: "Lower the priority", keys: "-", group, decidesAbout: issue.id, run: () => changePriority(-1) },
          { title: "Start a run for the issue", keys: "r", group, run: () => onRun(issue) },
          { title: "Delete for good", keys: "shift+Delete", group, run: () => onDelete(issue) },
        ],
  );
}
