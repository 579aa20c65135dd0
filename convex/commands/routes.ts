import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.commands;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists commands. */
  list("/commands", endpoints.list, { scope: "assets:read", query: "list" }),
  /** Shows a command with its active content. */
  get("/commands/:id", endpoints.get, { scope: "assets:read" }),
  /** Makes a command with its first version. */
  post("/commands", endpoints.create, { scope: "assets:write", body: "create", status: 201 }),
  /** Changes a command. New content becomes a new version. */
  put("/commands/:id", endpoints.update, { scope: "assets:write", body: "update" }),
  /** Deletes a command for good, with its versions. */
  remove("/commands/:id", endpoints.remove, { scope: "assets:write" }),
  /** Publishes content as a new version of a command, which is active at once. */
  put("/commands/:id/publish", endpoints.publish, { scope: "assets:write", body: "publish" }),
  /** Lists the versions of a command, newest first. */
  list("/commands/:id/versions", endpoints.versions, { scope: "assets:read", query: "versions" }),
  /** Makes a version of a command the one that runs get. */
  put("/commands/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
