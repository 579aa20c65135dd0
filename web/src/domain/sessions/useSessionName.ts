// What an issue session is called, for things that know only its id.
import { api } from "../../../../convex/_generated/api";
import { useProjectQuery } from "../../live/useProjectQuery";

export function useSessionName(id: string): string {
  const found = useProjectQuery(api.issueSessions.dashboard.get, { id });
  switch (found.kind) {
    case "loading":
      return " ";
    case "refused":
      return "A session in the trash";
    case "shown":
      return found.value.name;
  }
}
