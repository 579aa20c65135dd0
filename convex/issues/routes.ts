import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints } = internal.issues;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

const read = { scope: "issues:read" } as const;
const write = { scope: "issues:write" } as const;

export const routes: Route[] = [
  list("/issues/list", endpoints.list, { ...read, query: "list" }),
  get("/issues/get", endpoints.get, { ...read, query: "get" }),
  post("/issues/create", endpoints.create, { ...write, body: "create" }),
  post("/issues/update", endpoints.update, { ...write, body: "update" }),
  post("/issues/delete", endpoints.remove, { ...write, body: "one" }),
  post("/issues/link-run", endpoints.linkRun, { ...write, body: "linkRun" }),
  post("/issues/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [query("issue.getByRun", "getByRun", internal.issues.callbacks.getByRun)];
