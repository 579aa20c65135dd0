import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.personas;
const requests = () => import("./requests");
const named = async () => (await requests()).named();

export const routes: Route[] = [
  list("/personas/list", endpoints.list, { scope: "personas:read", query: async () => (await requests()).list() }),
  get("/personas/get", endpoints.get, { scope: "personas:read", query: async () => (await requests()).one() }),
  get("/personas/analytics", endpoints.analytics, {
    scope: "personas:read",
    query: async () => (await requests()).analytics(),
  }),
  post("/personas/create", endpoints.create, {
    scope: "personas:write",
    body: async () => (await requests()).create(),
  }),
  post("/personas/update", endpoints.update, {
    scope: "personas:write",
    body: async () => (await requests()).update(),
  }),
  post("/personas/delete", endpoints.remove, { scope: "personas:write", body: named }),
  post("/personas/duplicate", endpoints.duplicate, { scope: "personas:write", body: named }),
  post("/personas/toggle", endpoints.toggle, { scope: "personas:write", body: named }),
  post("/personas/bulk-delete", endpoints.removeMany, {
    scope: "personas:write",
    body: async () => (await requests()).many(),
  }),
];
