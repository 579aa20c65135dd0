// What an issue session is called, for things that know only its id.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";

export function useSessionName(id: string): string {
  const found = useProjectQuery(api.issueSessions.dashboard.get, { id });
  switch (found.kind) {
    case "loading":
      return " ";
    case "error":
      return "A session in the trash";
    case "ready":
      return found.value.name;
  }
}
