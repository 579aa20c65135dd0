// How many runs of the project wait for people.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";

export function useAskingRuns(): number {
  const found = useProjectQuery(api.runs.dashboard.listWaiting, {});
  return found.kind === "ready" ? found.value.length : 0;
}
