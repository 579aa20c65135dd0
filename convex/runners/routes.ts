import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const { list } = routeBuilders(requests);

export const routes: Route[] = [
  list("/runners", internal.runners.endpoints.list, { scope: "runs:read", query: "list" }),
];
