// Which page shows which address in a project. A page's code is loaded when somebody first opens it.
import { lazy } from "react";
import type { ComponentType } from "react";

export interface PageRoute {
  /** Behind `/p/<project>/`. */
  path: string;
  page: ComponentType;
}

export const routes: readonly PageRoute[] = [
  { path: "runs", page: lazy(() => import("../pages/runs/RunsPage")) },
  { path: "usage", page: lazy(() => import("../pages/usage/UsagePage")) },
  { path: "settings/:section?", page: lazy(() => import("../pages/settings/SettingsPage")) },
];
