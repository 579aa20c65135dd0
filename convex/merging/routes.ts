import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.merging;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  list("/merging/list", endpoints.list, { scope: "merging:read", query: "list" }),
  post("/merging/start", endpoints.start, { scope: "merging:write", body: "start", status: 201 }),
];

export const operations: Operation[] = [
  query("mergeRun.get", "get", callbacks.get),
  mutation("mergeRun.updateStatus", "updateStatus", callbacks.updateStatus),
];
