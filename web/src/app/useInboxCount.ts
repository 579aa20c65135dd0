// How much waits for the person: in the navigation and in the title of the window.
import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import { useHiddenIds } from "../live/undo";
import { useLiveQuery } from "../live/useLiveQuery";

export function useInboxCount(): { total: number } {
  const counted = useLiveQuery(api.inbox.dashboard.countMine, {});
  // What is about to go is not counted any more.
  const hiddenCount = useHiddenIds().length;
  const total = counted.kind === "ready" ? Math.max(0, counted.value.count - hiddenCount) : 0;
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\+?\) /, "");
    document.title = total === 0 ? bare : `(${total}) ${bare}`;
  }, [total]);
  return { total };
}
