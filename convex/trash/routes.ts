import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.trash;
const requests = () => import("./requests");
const { list, post, remove } = routeBuilders(requests);

export const routes: Route[] = [
  list("/trash/list", endpoints.list, { scope: "trash:read", query: "listAll" }),
  list("/trash", endpoints.list, { scope: "trash:read", query: "list" }),
  post("/trash/restore", endpoints.restore, { scope: "trash:write", body: "named" }),
  post("/trash/permanent-delete", endpoints.purge, { scope: "trash:write", body: "named" }),
  post("/trash/:type/:id/restore", endpoints.restoreAtPath, { scope: "trash:write" }),
  remove("/trash/:type/:id", endpoints.purgeAtPath, { scope: "trash:write" }),
];
