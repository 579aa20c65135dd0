// Which page shows which address in a project. A page's code is loaded when somebody first opens it.
import { lazyComponent } from "../parts/lazyComponent";
import type { LazyComponent } from "../parts/lazyComponent";

export interface PageRoute {
  /** Behind `/p/<project>/`. */
  path: string;
  page: LazyComponent<object>;
}

/** It belongs to no project. */
export const InboxPage = lazyComponent(() => import("../pages/inbox/InboxPage"));

const AssetsPage = lazyComponent(() => import("../pages/assets/AssetsPage"));
const AssetPage = lazyComponent(() => import("../pages/assets/AssetPage"));

export const routes: readonly PageRoute[] = [
  { path: "runs", page: lazyComponent(() => import("../pages/runs/RunsPage")) },
  { path: "runs/:run/:tab?", page: lazyComponent(() => import("../pages/run/RunPage")) },
  { path: "sessions", page: lazyComponent(() => import("../pages/sessions/SessionsPage")) },
  { path: "sessions/:session/:tab?", page: lazyComponent(() => import("../pages/sessions/SessionPage")) },
  { path: "chains", page: lazyComponent(() => import("../pages/chains/ChainsPage")) },
  { path: "chains/:id", page: lazyComponent(() => import("../pages/chains/ChainPage")) },
  { path: "recurring", page: lazyComponent(() => import("../pages/recurring/RecurringTasksPage")) },
  { path: "recurring/:id", page: lazyComponent(() => import("../pages/recurring/RecurringTaskPage")) },
  { path: "merging", page: lazyComponent(() => import("../pages/merging/MergingPage")) },
  { path: "workflows", page: lazyComponent(() => import("../pages/workflows/WorkflowsPage")) },
  { path: "workflows/:id", page: lazyComponent(() => import("../pages/workflows/WorkflowPage")) },
  { path: "runners", page: lazyComponent(() => import("../pages/runners/RunnersPage")) },
  { path: "queue", page: lazyComponent(() => import("../pages/queue/QueuePage")) },
  { path: "issues", page: lazyComponent(() => import("../pages/issues/IssuesPage")) },
  { path: "issues/:issue", page: lazyComponent(() => import("../pages/issues/IssuePage")) },
  { path: "reviews", page: lazyComponent(() => import("../pages/reviews/ReviewsPage")) },
  { path: "reviews/:session", page: lazyComponent(() => import("../pages/reviews/ReviewPage")) },
  { path: "usage", page: lazyComponent(() => import("../pages/usage/UsagePage")) },
  { path: "settings/webhooks/:id", page: lazyComponent(() => import("../pages/settings/WebhookPage")) },
  { path: "settings/:section?", page: lazyComponent(() => import("../pages/settings/SettingsPage")) },
  { path: "learnings", page: lazyComponent(() => import("../pages/learnings/LearningsPage")) },
  { path: "learnings/compile", page: lazyComponent(() => import("../pages/learnings/CompileLearningsPage")) },
  { path: "learnings/versions", page: lazyComponent(() => import("../pages/learnings/LearningVersionsPage")) },
  { path: "learnings/versions/:role", page: lazyComponent(() => import("../pages/learnings/RoleVersionsPage")) },
  { path: "personas", page: lazyComponent(() => import("../pages/personas/PersonasPage")) },
  { path: "personas/:id", page: lazyComponent(() => import("../pages/personas/PersonaPage")) },
  ...["contexts", "skills", "commands", "scripts"].flatMap((path) => [
    { path, page: AssetsPage },
    { path: `${path}/:id`, page: AssetPage },
  ]),
  { path: "trash", page: lazyComponent(() => import("../pages/trash/TrashPage")) },
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
