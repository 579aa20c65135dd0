// Which page shows which address in a project. A page's code is loaded when somebody first opens it.
import { onDemand } from "../parts/onDemand";
import type { OnDemand } from "../parts/onDemand";

export interface PageRoute {
  /** Behind `/p/<project>/`. */
  path: string;
  page: OnDemand<object>;
}

/** It belongs to no project. */
export const InboxPage = onDemand(() => import("../pages/inbox/InboxPage"));

const AssetsPage = onDemand(() => import("../pages/assets/AssetsPage"));
const AssetPage = onDemand(() => import("../pages/assets/AssetPage"));

export const routes: readonly PageRoute[] = [
  { path: "runs", page: onDemand(() => import("../pages/runs/RunsPage")) },
  { path: "runs/:run/:tab?", page: onDemand(() => import("../pages/run/RunPage")) },
  { path: "sessions", page: onDemand(() => import("../pages/sessions/SessionsPage")) },
  { path: "sessions/:session/:tab?", page: onDemand(() => import("../pages/sessions/SessionPage")) },
  { path: "chains", page: onDemand(() => import("../pages/chains/ChainsPage")) },
  { path: "chains/:id", page: onDemand(() => import("../pages/chains/ChainPage")) },
  { path: "recurring", page: onDemand(() => import("../pages/recurring/RecurringTasksPage")) },
  { path: "recurring/:id", page: onDemand(() => import("../pages/recurring/RecurringTaskPage")) },
  { path: "merging", page: onDemand(() => import("../pages/merging/MergingPage")) },
  { path: "workflows", page: onDemand(() => import("../pages/workflows/WorkflowsPage")) },
  { path: "workflows/:id", page: onDemand(() => import("../pages/workflows/WorkflowPage")) },
  { path: "runners", page: onDemand(() => import("../pages/runners/RunnersPage")) },
  { path: "queue", page: onDemand(() => import("../pages/queue/QueuePage")) },
  { path: "issues", page: onDemand(() => import("../pages/issues/IssuesPage")) },
  { path: "issues/:issue", page: onDemand(() => import("../pages/issues/IssuePage")) },
  { path: "reviews", page: onDemand(() => import("../pages/reviews/ReviewsPage")) },
  { path: "reviews/:session", page: onDemand(() => import("../pages/reviews/ReviewPage")) },
  { path: "usage", page: onDemand(() => import("../pages/usage/UsagePage")) },
  { path: "settings/webhooks/:id", page: onDemand(() => import("../pages/settings/WebhookPage")) },
  { path: "settings/:section?", page: onDemand(() => import("../pages/settings/SettingsPage")) },
  { path: "learnings", page: onDemand(() => import("../pages/learnings/LearningsPage")) },
  { path: "learnings/compile", page: onDemand(() => import("../pages/learnings/CompileLearningsPage")) },
  { path: "learnings/versions", page: onDemand(() => import("../pages/learnings/LearningVersionsPage")) },
  { path: "learnings/versions/:role", page: onDemand(() => import("../pages/learnings/RoleVersionsPage")) },
  { path: "personas", page: onDemand(() => import("../pages/personas/PersonasPage")) },
  { path: "personas/:id", page: onDemand(() => import("../pages/personas/PersonaPage")) },
  ...["contexts", "skills", "commands", "scripts"].flatMap((path) => [
    { path, page: AssetsPage },
    { path: `${path}/:id`, page: AssetPage },
  ]),
  { path: "trash", page: onDemand(() => import("../pages/trash/TrashPage")) },
];

/**
 * Begins to load the code of the page at this path. Signing in and asking which projects there are take as long as
 * that, so the page need not wait for both.
 */
export function loadPageAt(path: string): void {
  const [root, , ...asked] = path.split("/").filter((name) => name !== "");
  if (root === undefined || root === "inbox") InboxPage.load();
  if (root === "p") routes.find((route) => matches(route.path, asked))?.page.load();
}

function matches(pattern: string, asked: readonly string[]): boolean {
  const parts = pattern.split("/");
  return (
    asked.length <= parts.length &&
    parts.every((part, index) => {
      const name = asked[index];
      return name === undefined ? part.endsWith("?") : part.startsWith(":") || part === name;
    })
  );
}
