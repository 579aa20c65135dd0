import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.contexts;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists contexts. */
  list("/contexts", endpoints.list, { scope: "assets:read", query: "list" }),
  /** Shows a context with its active content. */
  get("/contexts/:id", endpoints.get, { scope: "assets:read" }),
  /** Makes a context with its first version. */
  post("/contexts", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  /** Changes a context. New content becomes a new version. */
  put("/contexts/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  /** Moves a context to the trash. */
  remove("/contexts/:id", endpoints.remove, { scope: "assets:write" }),
  /** Lists the versions of a context, newest first. */
  list("/contexts/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  /** Makes a version of a context the one that runs get. */
  put("/contexts/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
