import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.workChains;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  list("/work-chains/list", endpoints.list, { scope: "work-chains:read", query: "list" }),
  get("/work-chains/get", endpoints.get, { scope: "work-chains:read", query: "one" }),
  list("/work-chains/issues", endpoints.listIssues, { scope: "work-chains:read", query: "issues" }),
  post("/work-chains/create", endpoints.create, { scope: "work-chains:write", body: "create" }),
  post("/work-chains/delete", endpoints.remove, { scope: "work-chains:write", body: "named" }),
  post("/work-chains/start", endpoints.start, { scope: "work-chains:write", body: "named", status: 201 }),
];

export const operations: Operation[] = [
  query("workChain.get", "get", callbacks.get),
  mutation("workChain.updateStatus", "updateStatus", callbacks.updateStatus),
];
