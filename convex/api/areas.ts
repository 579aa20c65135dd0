// The index of the API. The first segment of a path chooses an area; where one domain lies below another, the first two
// segments do. A request loads only the routes of its area.
/* eslint-disable switchyard/layers -- It names the entry modules of all layers and loads each on demand. */
import type { Route } from "./routeBuilders";

export const areas: ReadonlyMap<string, () => Promise<{ routes: readonly Route[] }>> = new Map([
  ["project", () => import("../project/routes")],
  ["project/settings", () => import("../settings/routes")],
  ["project/hooks", () => import("../hooks/routes")],
  ["project/provider-keys", () => import("../providerKeys/routes")],
  ["project/members", () => import("../members/routes")],
  ["project/api-keys", () => import("../apiKeys/routes")],
  ["project/runner-tokens", () => import("../runnerTokens/routes")],
  ["webhooks", () => import("../webhooks/routes")],
  ["limits", () => import("../limits/routes")],
  ["runners", () => import("../runners/routes")],
  ["events", () => import("../events/routes")],
  ["repositories", () => import("../repositories/routes")],
  ["audit-log", () => import("../audit/routes")],
  ["issues", () => import("../issues/routes")],
  ["issue-sessions", () => import("../issueSessions/routes")],
  ["merging", () => import("../merging/routes")],
  ["answering-sessions", () => import("../answeringSessions/routes")],
  ["session-questions", () => import("../sessionQuestions/routes")],
  ["inbox", () => import("../inbox/routes")],
  ["notifications", () => import("../notifications/routes")],
  ["learnings", () => import("../learnings/routes")],
  ["learning-versions", () => import("../learningVersions/routes")],
  ["trash", () => import("../trash/routes")],
  ["contexts", () => import("../contexts/routes")],
  ["skills", () => import("../skills/routes")],
  ["commands", () => import("../commands/routes")],
  ["scripts", () => import("../scripts/routes")],
  ["budgets", () => import("../budgets/routes")],
  ["queue", () => import("../waitingRuns/routes")],
  ["recurring-tasks", () => import("../recurringTasks/routes")],
  ["sprint-chains", () => import("../sprintChains/routes")],
  ["work-chains", () => import("../workChains/routes")],
  ["personas", () => import("../personas/routes")],
  ["runs", () => import("../runs/routes")],
  ["jobs", () => import("../jobs/routes")],
  ["runs/questions", () => import("../runQuestions/routes")],
  ["runs/feedback", () => import("../feedback/routes")],
  ["runs/artifacts", () => import("../artifacts/routes")],
  ["artifacts", () => import("../artifacts/routes")],
  ["runs/bulk", () => import("../bulkActions/routes")],
  ["sandboxes", () => import("../sandboxes/routes")],
  ["analytics", () => import("../analytics/routes")],
  ["workflows", () => import("../workflows/routes")],
]);

/** Returns the routes of the area of `path`, which begins below `/api/v1`. An unknown area has none. */
export async function routesForPath(path: string): Promise<readonly Route[]> {
  const [, first = "", second = ""] = path.split("/", 3);
  const load = areas.get(`${first}/${second}`) ?? areas.get(first);
  return load === undefined ? [] : (await load()).routes;
}
