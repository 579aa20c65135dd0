// The index of the API: the first path segment, or the first two where a domain lies below another, chooses an area. A
// request loads the routes of its area alone.
/* eslint-disable no-restricted-imports -- It names the doors of all storeys, and imports none before it is asked for. */
import type { Route } from "./routes";

const areas: ReadonlyMap<string, () => Promise<{ routes: readonly Route[] }>> = new Map([
  ["project", () => import("../project/routes")],
  ["project/settings", () => import("../settings/routes")],
  ["project/provider-keys", () => import("../providerKeys/routes")],
  ["project/members", () => import("../members/routes")],
  ["project/api-keys", () => import("../apiKeys/routes")],
  ["issues", () => import("../issues/routes")],
  ["issue-sessions", () => import("../issueSessions/routes")],
  ["merging", () => import("../merging/routes")],
  ["answering-sessions", () => import("../answeringSessions/routes")],
  ["session-questions", () => import("../sessionQuestions/routes")],
  ["notifications", () => import("../notifications/routes")],
  ["learnings", () => import("../learnings/routes")],
  ["learning-versions", () => import("../learningVersions/routes")],
  ["trash", () => import("../trash/routes")],
  ["contexts", () => import("../contexts/routes")],
  ["skills", () => import("../skills/routes")],
  ["commands", () => import("../commands/routes")],
  ["scripts", () => import("../scripts/routes")],
  ["recurring-tasks", () => import("../recurringTasks/routes")],
  ["sprint-chains", () => import("../sprintChains/routes")],
  ["work-chains", () => import("../workChains/routes")],
  ["personas", () => import("../personas/routes")],
  ["runs", () => import("../runs/routes")],
  ["sandboxes", () => import("../sandboxes/routes")],
  ["analytics", () => import("../analytics/routes")],
  ["workflows", () => import("../workflows/routes")],
]);

/** The routes that `path` (below `/api/v1`) can be among; none for an unknown area. */
export async function routesNear(path: string): Promise<readonly Route[]> {
  const [, first = "", second = ""] = path.split("/", 3);
  const load = areas.get(`${first}/${second}`) ?? areas.get(first);
  return load === undefined ? [] : (await load()).routes;
}
