import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.analytics;
const requests = () => import("./requests");
const { get, list } = routeBuilders(requests);

export const routes: Route[] = [
  /**
   * Lists usage records, newest first. With `groupBy` it lists their sums instead, all in one page, the most
   * expensive first.
   */
  list("/analytics/usage", endpoints.usage, { scope: "analytics:read", query: "usage" }),
  /** Lists what happened on each day in UTC, newest first. */
  list("/analytics/daily-stats", endpoints.dailyStats, { scope: "analytics:read", query: "dailyStats" }),
  /**
   * Shows what the runs of a period came to, by workflow unless `groupBy` says otherwise: pull requests, how many of
   * them were merged, what a merged one cost and how long it took. A run counts on the UTC day of its creation.
   */
  get("/analytics/outcomes", endpoints.outcomes, { scope: "analytics:read", query: "outcomes" }),
  /** Counts what the project has. */
  get("/analytics/counters", endpoints.counters, { scope: "analytics:read" }),
];
