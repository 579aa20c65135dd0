import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { get } = routeBuilders(async () => ({}));

export const routes: Route[] = [
  /** Lists each bound that applies to the caller, with what is used of it. */
  get("/limits", internal.limits.endpoints.list, { scope: null }),
];
