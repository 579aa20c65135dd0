// The list from which an issue was opened, so that `j` and `k` walk through it issue by issue. The browser's history
// holds it; an address that somebody was sent has none.
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useProjectHref } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";

interface OpenedFrom {
  issueIds: readonly string[];
}

export function useIssueNavigation(id: string): void {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const state = useHistoryState<OpenedFrom | null>();
  const issueIds = state?.issueIds ?? [];
  const index = issueIds.indexOf(id);
  const go = (to: string | undefined) => {
    if (to !== undefined) navigate(href(`issues/${to}`), { replace: true, state });
  };
  useCommands(
    index < 0
      ? []
      : [
          { title: "Next issue", keys: "j", group: "List", repeats: true, run: () => go(issueIds[index + 1]) },
          { title: "Previous issue", keys: "k", group: "List", repeats: true, run: () => go(issueIds[index - 1]) },
        ],
  );
}
