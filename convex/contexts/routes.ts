import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.contexts;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  list("/contexts", endpoints.list, { scope: "assets:read", query: "list" }),
  get("/contexts/:id", endpoints.get, { scope: "assets:read" }),
  post("/contexts", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  put("/contexts/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  remove("/contexts/:id", endpoints.remove, { scope: "assets:write" }),
  list("/contexts/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  put("/contexts/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
