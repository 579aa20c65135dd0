// How much waits for the person: in the navigation and in the title of the window.
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useGone } from "../live/held";
import { useLive } from "../live/useLive";

export function useInboxCount(): { total: number } {
  const counted = useLive(api.inbox.dashboard.countMine, {});
  // What is about to go is not counted any more.
  const gone = useGone().length;
  const total = counted.kind === "shown" ? Math.max(0, counted.value.count - gone) : 0;
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\+?\) /, "");
    document.title = total === 0 ? bare : `(${total}) ${bare}`;
  }, [total]);
  return { total };
}
