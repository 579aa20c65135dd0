import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.skills;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  list("/skills", endpoints.list, { scope: "assets:read", query: "list" }),
  get("/skills/:id", endpoints.get, { scope: "assets:read" }),
  post("/skills", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  put("/skills/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  remove("/skills/:id", endpoints.remove, { scope: "assets:write" }),
  put("/skills/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  list("/skills/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  put("/skills/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
