import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints } = internal.personas;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

export const routes: Route[] = [
  list("/personas/list", endpoints.list, { scope: "personas:read", query: "list" }),
  get("/personas/get", endpoints.get, { scope: "personas:read", query: "one" }),
  get("/personas/analytics", endpoints.analytics, { scope: "personas:read", query: "analytics" }),
  post("/personas/create", endpoints.create, { scope: "personas:write", body: "create" }),
  post("/personas/update", endpoints.update, { scope: "personas:write", body: "update" }),
  post("/personas/delete", endpoints.remove, { scope: "personas:write", body: "named" }),
  post("/personas/duplicate", endpoints.duplicate, { scope: "personas:write", body: "named" }),
  post("/personas/toggle", endpoints.toggle, { scope: "personas:write", body: "named" }),
  post("/personas/bulk-delete", endpoints.removeMany, { scope: "personas:write", body: "many" }),
];

export const operations: Operation[] = [query("persona.get", "get", internal.personas.callbacks.get)];
