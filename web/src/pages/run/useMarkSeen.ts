// A reader who has the page of a run in sight has looked at its end, also when it ends meanwhile.
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";

export function useMarkSeen(runId: string): void {
  const found = useProjectQuery(api.notifications.dashboard.isUnseen, { runId });
  const markSeen = useProjectMutation(api.notifications.dashboard.markSeen);
  const isVisible = useIsVisible();
  const isUnseen = found.kind === "ready" && found.value;
  useEffect(() => {
    if (!isUnseen || !isVisible) return;
    // Without a connection the mark stays until the page is opened again.
    markSeen({ runId }).catch(() => undefined);
    // The function is another one in each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnseen, isVisible, runId]);
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}
