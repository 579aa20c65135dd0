import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints } = internal.issues;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

const read = { scope: "issues:read" } as const;
const write = { scope: "issues:write" } as const;

export const routes: Route[] = [
  /** Lists issues, newest first. */
  list("/issues/list", endpoints.list, { ...read, query: "list" }),
  /** Shows an issue. */
  get("/issues/get", endpoints.get, { ...read, query: "get" }),
  /** Makes an issue. */
  post("/issues/create", endpoints.create, { ...write, body: "create" }),
  /** Changes an issue. Only the fields that are given change. */
  post("/issues/update", endpoints.update, { ...write, body: "update" }),
  /** Deletes an issue for good. */
  post("/issues/delete", endpoints.remove, { ...write, body: "one" }),
  /** Links an issue with the run that works on it. */
  post("/issues/link-run", endpoints.linkRun, { ...write, body: "linkRun" }),
  /** Deletes several issues for good. */
  post("/issues/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [query("issue.getByRun", "getByRun", internal.issues.operations.getByRun)];
