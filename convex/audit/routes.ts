import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { list } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists who changed what in the project, newest first. */
  list("/audit-log", internal.audit.endpoints.list, {
    scope: "audit:read",
    query: "list",
    shape: { hasLines: true },
  }),
];
