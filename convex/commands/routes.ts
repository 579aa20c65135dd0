import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.commands;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  list("/commands", endpoints.list, { scope: "assets:read", query: "list" }),
  get("/commands/:id", endpoints.get, { scope: "assets:read" }),
  post("/commands", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  put("/commands/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  remove("/commands/:id", endpoints.remove, { scope: "assets:write" }),
  put("/commands/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  list("/commands/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  put("/commands/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
