import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const requests = () => import("./requests");
const { list } = routeBuilders(requests);
const { mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists the runners that have asked for work in the last ten minutes. */
  list("/runners", internal.runners.endpoints.list, { scope: "runs:read", query: "list" }),
];

export const operations: Operation[] = [mutation("runner.report", "report", internal.runners.operations.report)];
