// What can be done with one issue by a key, in lists and on its own page.
import { issueStatuses } from "../../../../convex/issues/status";
import { levels } from "../../../../convex/lib/sharedValues";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { wordsOf } from "../../parts/Status";
import type { Issue } from "./issue";
import { useIssueChanges } from "./useIssueChanges";

interface Actions {
  onRun: (issue: Issue) => void;
  onDelete: (issue: Issue) => void;
}

export function useIssueCommands(issue: Issue | null, { onRun, onDelete }: Actions): void {
  const mayWrite = useMay("work:write");
  const { move } = useIssueChanges();
  const group = "Issue";

  function stepTo(step: number): void {
    if (issue === null) return;
    const level = levels[levels.findIndex((each) => each === issue.priority) + step];
    if (level !== undefined) move([issue], { priority: level });
  }

  useCommands(
    issue === null || !mayWrite
      ? []
      : [
          ...issueStatuses.map((status, place) => ({
            title: wordsOf(status),
            keys: String(place + 1),
            group,
            decides: issue.id,
            run: () => move([issue], { status }),
          })),
          { title: "Raise the priority", keys: "+", group, decides: issue.id, run: () => stepTo(1) },
          { title: "Lower the priority", keys: "-", group, decides: issue.id, run: () => stepTo(-1) },
          { title: "Start a run for it", keys: "r", group, run: () => onRun(issue) },
          { title: "Delete", keys: "shift+Delete", group, run: () => onDelete(issue) },
        ],
  );
}
