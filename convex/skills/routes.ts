import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.skills;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists skills. */
  list("/skills", endpoints.list, { scope: "assets:read", query: "list" }),
  /** Shows a skill with its active content. */
  get("/skills/:id", endpoints.get, { scope: "assets:read" }),
  /** Makes a skill with its first version. */
  post("/skills", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  /** Changes a skill. New content becomes a new version. */
  put("/skills/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  /** Deletes a skill for good, with its versions. */
  remove("/skills/:id", endpoints.remove, { scope: "assets:write" }),
  /** Publishes content as a new version of a skill, which is active at once. */
  put("/skills/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  /** Lists the versions of a skill, newest first. */
  list("/skills/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  /** Makes a version of a skill the one that runs get. */
  put("/skills/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
