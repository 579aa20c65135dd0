import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.sprintChains;
const requests = () => import("./requests");
const { get, list, post, remove } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  list("/sprint-chains", endpoints.list, { scope: "sprint-chains:read", query: "list" }),
  get("/sprint-chains/:id", endpoints.get, { scope: "sprint-chains:read" }),
  post("/sprint-chains", endpoints.create, { scope: "sprint-chains:write", body: "create", status: 201 }),
  remove("/sprint-chains/:id", endpoints.remove, { scope: "sprint-chains:write" }),
];

export const operations: Operation[] = [
  query("sprintChain.get", "get", callbacks.get),
  mutation("sprintChain.updateStatus", "updateStatus", callbacks.updateStatus),
  mutation("sprintChain.updatePr", "updatePr", callbacks.updatePr),
];
