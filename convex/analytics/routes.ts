import { internal } from "../_generated/api";
import { get, list } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.analytics;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/analytics/usage", endpoints.usage, { scope: "analytics:read", query: async () => (await requests()).usage() }),
  list("/analytics/daily-stats", endpoints.dailyStats, {
    scope: "analytics:read",
    query: async () => (await requests()).dailyStats(),
  }),
  get("/analytics/counters", endpoints.counters, { scope: "analytics:read" }),
];
