import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.analytics;
const requests = () => import("./requests");
const { get, list } = routeBuilders(requests);

export const routes: Route[] = [
  list("/analytics/usage", endpoints.usage, { scope: "analytics:read", query: "usage" }),
  list("/analytics/daily-stats", endpoints.dailyStats, { scope: "analytics:read", query: "dailyStats" }),
  get("/analytics/counters", endpoints.counters, { scope: "analytics:read" }),
];
