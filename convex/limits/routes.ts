import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { get } = routeBuilders(async () => ({}));

export const routes: Route[] = [
  /** Lists each bound that applies to the caller, with what is used of it. */
  get("/limits", internal.limits.endpoints.list, { scope: null }),
];
