// The runs of the project that have ended since the reader last looked at them.
import { useMemo } from "react";
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";

export function useUnseenRunIds(): ReadonlySet<string> {
  const found = useProjectQuery(api.notifications.dashboard.unseenRunIds, {});
  return useMemo(() => new Set(found.kind === "ready" ? found.value : []), [found]);
}
