import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.trash;
const requests = () => import("./requests");
const { list, post, remove } = routeBuilders(requests);

export const routes: Route[] = [
  /** Lists what is in the trash, newest first. */
  list("/trash/list", endpoints.list, { scope: "trash:read", query: "listAll" }),
  /** Lists what is in the trash, newest first. */
  list("/trash", endpoints.list, { scope: "trash:read", query: "list" }),
  /** Takes something out of the trash. */
  post("/trash/restore", endpoints.restore, { scope: "trash:write", body: "named" }),
  /** Deletes something in the trash for good. */
  post("/trash/permanent-delete", endpoints.purge, { scope: "trash:write", body: "named" }),
  /** Takes something out of the trash. */
  post("/trash/:type/:id/restore", endpoints.restoreAtPath, { scope: "trash:write" }),
  /** Deletes something in the trash for good. */
  remove("/trash/:type/:id", endpoints.purgeAtPath, { scope: "trash:write" }),
];
