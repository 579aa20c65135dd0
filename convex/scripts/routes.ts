import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.scripts;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists scripts. */
  list("/scripts", endpoints.list, { scope: "assets:read", query: "list" }),
  /** Shows a script with its active content. */
  get("/scripts/:id", endpoints.get, { scope: "assets:read" }),
  /** Makes a script with its first version. */
  post("/scripts", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  /** Changes a script. New content becomes a new version. */
  put("/scripts/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  /** Deletes a script for good, with its versions. */
  remove("/scripts/:id", endpoints.remove, { scope: "assets:write" }),
  /** Publishes content as a new version of a script, which is active at once. */
  put("/scripts/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  /** Lists the versions of a script, newest first. */
  list("/scripts/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  /** Makes a version of a script the one that runs get. */
  put("/scripts/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
