// Which page shows which address in a project. A page's code is loaded when somebody first opens it.
import { lazy } from "react";
import type { ComponentType } from "react";

export interface PageRoute {
  /** Behind `/p/<project>/`. */
  path: string;
  page: ComponentType;
}

const AssetsPage = lazy(() => import("../pages/assets/AssetsPage"));
const AssetPage = lazy(() => import("../pages/assets/AssetPage"));

export const routes: readonly PageRoute[] = [
  { path: "runs", page: lazy(() => import("../pages/runs/RunsPage")) },
  { path: "runs/:run/:tab?", page: lazy(() => import("../pages/run/RunPage")) },
  { path: "sessions", page: lazy(() => import("../pages/sessions/SessionsPage")) },
  { path: "sessions/:session/:tab?", page: lazy(() => import("../pages/sessions/SessionPage")) },
  { path: "chains", page: lazy(() => import("../pages/chains/ChainsPage")) },
  { path: "chains/:id", page: lazy(() => import("../pages/chains/ChainPage")) },
  { path: "recurring", page: lazy(() => import("../pages/recurring/RecurringTasksPage")) },
  { path: "recurring/:id", page: lazy(() => import("../pages/recurring/RecurringTaskPage")) },
  { path: "merging", page: lazy(() => import("../pages/merging/MergingPage")) },
  { path: "workflows", page: lazy(() => import("../pages/workflows/WorkflowsPage")) },
  { path: "workflows/:id", page: lazy(() => import("../pages/workflows/WorkflowPage")) },
  { path: "runners", page: lazy(() => import("../pages/runners/RunnersPage")) },
  { path: "issues", page: lazy(() => import("../pages/issues/IssuesPage")) },
  { path: "issues/:issue", page: lazy(() => import("../pages/issues/IssuePage")) },
  { path: "reviews", page: lazy(() => import("../pages/reviews/ReviewsPage")) },
  { path: "reviews/:session", page: lazy(() => import("../pages/reviews/ReviewPage")) },
  { path: "usage", page: lazy(() => import("../pages/usage/UsagePage")) },
  { path: "settings/:section?", page: lazy(() => import("../pages/settings/SettingsPage")) },
  { path: "learnings", page: lazy(() => import("../pages/learnings/LearningsPage")) },
  { path: "learnings/compile", page: lazy(() => import("../pages/learnings/CompileLearningsPage")) },
  { path: "learnings/versions", page: lazy(() => import("../pages/learnings/LearningVersionsPage")) },
  { path: "learnings/versions/:role", page: lazy(() => import("../pages/learnings/RoleVersionsPage")) },
  { path: "personas", page: lazy(() => import("../pages/personas/PersonasPage")) },
  { path: "personas/:id", page: lazy(() => import("../pages/personas/PersonaPage")) },
  ...["contexts", "skills", "commands", "scripts"].flatMap((path) => [
    { path, page: AssetsPage },
    { path: `${path}/:id`, page: AssetPage },
  ]),
  { path: "trash", page: lazy(() => import("../pages/trash/TrashPage")) },
];
