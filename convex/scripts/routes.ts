import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.scripts;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  list("/scripts", endpoints.list, { scope: "assets:read", query: "list" }),
  get("/scripts/:id", endpoints.get, { scope: "assets:read" }),
  post("/scripts", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  put("/scripts/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  remove("/scripts/:id", endpoints.remove, { scope: "assets:write" }),
  put("/scripts/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  list("/scripts/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  put("/scripts/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
