import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints } = internal.personas;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists personas. */
  list("/personas/list", endpoints.list, { scope: "personas:read", query: "list" }),
  /** Shows a persona. */
  get("/personas/get", endpoints.get, { scope: "personas:read", query: "one" }),
  /** Shows what a persona's steps have achieved and cost. */
  get("/personas/analytics", endpoints.analytics, { scope: "personas:read", query: "analytics" }),
  /** Makes a persona. */
  post("/personas/create", endpoints.create, { scope: "personas:write", body: "create" }),
  /** Changes a persona. Only the fields that are given change. */
  post("/personas/update", endpoints.update, { scope: "personas:write", body: "update" }),
  /** Deletes a persona for good. */
  post("/personas/delete", endpoints.remove, { scope: "personas:write", body: "named" }),
  /** Makes a copy of a persona. */
  post("/personas/duplicate", endpoints.duplicate, { scope: "personas:write", body: "named" }),
  /** Switches a persona on or off. */
  post("/personas/toggle", endpoints.toggle, { scope: "personas:write", body: "named" }),
  /** Deletes several personas for good. */
  post("/personas/bulk-delete", endpoints.removeMany, { scope: "personas:write", body: "many" }),
];

export const operations: Operation[] = [query("persona.get", "get", internal.personas.operations.get)];
