import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints } = internal.workflows;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { query } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists workflows. */
  list("/workflows", endpoints.list, { scope: "workflows:read", query: "list" }),
  /** Shows a workflow with its steps. */
  get("/workflows/:id", endpoints.get, { scope: "workflows:read" }),
  /** Makes a workflow. */
  post("/workflows", endpoints.create, { scope: "workflows:write", body: "create", status: 201 }),
  /** Changes a workflow. Only the fields that are given change. */
  put("/workflows/:id", endpoints.update, { scope: "workflows:write", body: "update" }),
  /** Moves a workflow to the trash. */
  remove("/workflows/:id", endpoints.remove, { scope: "workflows:write" }),
];

export const operations: Operation[] = [query("workflow.get", "get", internal.workflows.operations.get)];
