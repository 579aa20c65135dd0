import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints } = internal.workflows;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { query } = operationBuilders(requests);

export const routes: Route[] = [
  list("/workflows", endpoints.list, { scope: "workflows:read", query: "list" }),
  get("/workflows/:id", endpoints.get, { scope: "workflows:read" }),
  post("/workflows", endpoints.create, { scope: "workflows:write", body: "create", status: 201 }),
  put("/workflows/:id", endpoints.update, { scope: "workflows:write", body: "update" }),
  remove("/workflows/:id", endpoints.remove, { scope: "workflows:write" }),
];

export const operations: Operation[] = [query("workflow.get", "get", internal.workflows.callbacks.get)];
