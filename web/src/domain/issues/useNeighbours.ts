// The list from which an issue was opened, so that `j` and `k` walk through it issue by issue. The browser's history
// holds it; an address that somebody was sent has none.
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useHref } from "../../project/project";
import { useCommands } from "../../keys/commands";

interface OpenedFrom {
  issueIds: readonly string[];
}

export function useNeighbours(id: string): void {
  const href = useHref();
  const [, navigate] = useLocation();
  const state = useHistoryState<OpenedFrom | null>();
  const issueIds = state?.issueIds ?? [];
  const place = issueIds.indexOf(id);
  const go = (to: string | undefined) => {
    if (to !== undefined) navigate(href(`issues/${to}`), { replace: true, state });
  };
  useCommands(
    place < 0
      ? []
      : [
          { title: "Next issue", keys: "j", group: "List", repeats: true, run: () => go(issueIds[place + 1]) },
          { title: "Previous issue", keys: "k", group: "List", repeats: true, run: () => go(issueIds[place - 1]) },
        ],
  );
}
