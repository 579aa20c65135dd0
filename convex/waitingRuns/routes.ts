import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { list } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists the runs that wait, in the order in which they would start, with what each waits for. */
  list("/queue", internal.waitingRuns.endpoints.list, { scope: "runs:read", query: "list" }),
];
